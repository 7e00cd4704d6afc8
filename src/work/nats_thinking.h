#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "work/nats_link.h"
#include "work/nats_login.h"
#include "work/think_message.h"
#include "work/thinking.h"

namespace partita::work {

struct NatsThinkingOptions {
  std::string url;
  NatsLogin login = {};
  std::string name = "server";  ///< for people
};

/// Thinking by `partita worker`s of the same signature, wherever they are; by `own` while there is none. It tells each
/// worker itself what to do, so that whose search is next stays decided here, by whoever calls.
///
/// Both sides give a sign of life four times a second and name the questions under way. A worker that is silent for
/// kSilenceMs, or does not know of a question, has lost it; it is then for the caller to ask again.
class NatsThinking final : public Thinking {
 public:
  static constexpr std::int64_t kBeatMs = 250;
  static constexpr std::int64_t kSilenceMs = 700;
  /// Called when workers came or went, on a thread of its own; `why` is for people where there are none.
  using OnChange = std::function<void(const ThinkingState& state, const std::string& why)>;

  /// `own` outlives it.
  NatsThinking(NatsThinkingOptions options, Thinking& own);
  ~NatsThinking() override { close(); }
  NatsThinking(const NatsThinking&) = delete;
  NatsThinking& operator=(const NatsThinking&) = delete;

  /// Begins to look for workers. A NATS server that is not there is waited for; one that refuses us is an error.
  base::Parsed<base::Done> start(OnChange on_change);
  /// REQUIRES: nobody waits for an answer any more.
  void close();

  Thought search(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop) override;
  Thought judge(const PuzzleTry& puzzle, const ThinkingListener& listener, const base::StopFlag& stop) override;
  ThinkingState state() const override;

 private:
  struct Worker {
    std::string name;
    int threads = 0;
    int servers = 1;
    std::int64_t heard_ms = 0;
    std::int64_t rests_until_ms = 0;
    int under_way = 0;  ///< questions of ours
    /// What is asked of it from here at a time, in each lane.
    int share() const { return std::max(1, threads / std::max(1, servers)); }
  };
  /// A question that a thread waits for.
  struct Asked {
    std::string worker;
    std::int64_t asked_ms = 0;
    int unknown = 0;  ///< signs of life in a row that did not name it
    bool is_lost = false;
    bool is_fresh = false;  ///< something came since the thread looked last
    std::vector<catalog::LineReport> lines;
    std::optional<Thought> thought;
    std::condition_variable news;
  };

  void keep();
  bool connect();
  void hear();
  void beat();
  void take_beat(const std::string& text);
  void take_reply(const std::string& text);
  void drop_silent();
  void drop_worker_locked(const std::string& id);
  void tell_change();
  int slots_locked() const;
  std::string choose_locked(const std::string& owner);
  void publish(const std::string& subject, const std::string& text);
  void tell_stop(const std::string& worker, const std::string& id);

  struct Given {
    std::string id;
    std::string worker;
    std::string name;
    std::shared_ptr<Asked> asked;
  };
  std::optional<Given> give(const std::string& owner, ThinkCommand command);
  Thought wait_for(const Given& given, const ThinkingListener& listener, const base::StopFlag& stop);
  void forget(const Given& given, const Thought& thought);
  Thought ask(const std::string& owner, ThinkCommand command, const ThinkingListener& listener,
              const base::StopFlag& stop);
  bool has_workers() const;
  void count_refused();
  ThinkingState state_locked() const;

  const NatsThinkingOptions options_;
  Thinking& own_;
  const std::string id_;  ///< differs from that of every other server
  std::string signature_;
  OnChange on_change_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool closing_ = false;
  std::unique_ptr<NatsLink> link_;  ///< set once, by the keeper
  NatsSubscription beats_;
  NatsSubscription replies_;
  std::map<std::string, Worker> workers_;
  std::map<std::string, std::shared_ptr<Asked>> asked_;
  std::map<std::string, std::string> warm_;  ///< who answered an owner last: its tables are there
  ThinkingState counts_;
  int told_workers_ = -1;
  int told_slots_ = -1;
  std::uint64_t last_question_ = 0;
  base::StopFlag stop_connecting_;
  std::thread keeper_;
  std::thread hearer_;
};

}  // namespace partita::work
