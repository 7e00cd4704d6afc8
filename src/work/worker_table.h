#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "work/search_message.h"
#include "work/search_service.h"

namespace partita::work {

/// The workers a server hears of, and the questions they were given. It knows no network and no clock: whoever owns it
/// tells it what was received and when. One thread at a time (RemoteSearch holds a lock).
class WorkerTable {
 public:
  static constexpr std::int64_t kHeartbeatTimeoutMs = 700;

  /// A question under way, shared with the thread that waits for its response.
  struct Question {
    std::string id;
    std::string worker;
    std::string worker_name;  ///< for people
    std::int64_t asked_ms = 0;
    int unnamed = 0;  ///< heartbeats in a row that did not name it
    bool is_lost = false;
    bool has_news = false;  ///< something came since the thread looked last
    std::vector<catalog::LineReport> lines;
    std::optional<SearchResponse> response;
    std::condition_variable news;
  };
  using QuestionPtr = std::shared_ptr<Question>;

  /// A worker that shows no threads is leaving.
  void take_heartbeat(const Heartbeat& beat, std::int64_t now_ms);
  /// Lines and responses of questions that are not open any more are dropped.
  void take_update(SearchUpdate update);
  void drop_silent(std::int64_t now_ms);

  /// Gives the question to the worker whose tables are warm for its owner, unless that one has enough to do; else to
  /// the one with the least to do. Null: there is no worker.
  QuestionPtr assign(const std::string& id, const std::string& owner, std::int64_t now_ms);
  /// REQUIRES: the question was assigned, and not finished yet.
  void finish(const Question& question, const SearchResponse& response, std::int64_t now_ms);
  void count_refused() { ++totals_.refused_total; }

  bool is_empty() const { return workers_.empty(); }
  /// Ids of the questions under way, for our own heartbeat.
  std::vector<std::string> open() const;
  /// Counts only: whether there is a connection is for the owner to add.
  SearchServiceState state() const;

 private:
  struct KnownWorker {
    std::string name;
    int threads = 0;
    int servers = 1;
    std::int64_t heard_ms = 0;
    std::int64_t backs_off_until_ms = 0;
    /// Questions of ours at a time, as many short ones and as many long ones.
    int share() const { return std::max(1, threads / std::max(1, servers)); }
    bool is_available(std::int64_t now_ms) const { return backs_off_until_ms <= now_ms; }
  };
  using Workers = std::map<std::string, KnownWorker>;

  void drop_worker(const std::string& id);
  static void lose(Question& question);
  /// Questions of ours that it has, as a part of its share.
  double load(const Workers::value_type& worker) const;
  Workers::const_iterator choose(const std::string& owner, std::int64_t now_ms) const;

  Workers workers_;
  std::map<std::string, QuestionPtr> questions_;
  std::map<std::string, std::string> warm_;  ///< the worker that has an owner's tables
  SearchServiceState totals_;
};

}  // namespace partita::work
