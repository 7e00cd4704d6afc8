#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "work/nats_link.h"
#include "work/search_service.h"
#include "work/worker_table.h"

namespace partita::work {

struct RemoteSearchOptions {
  std::string url;
  NatsLogin login = {};
  std::string name = "server";  ///< for people
};

/// Searches by `partita worker`s of the same signature, wherever they are; by `local` while there is none. It tells
/// each worker itself what to do, so that whose search is next stays decided here, by whoever calls.
///
/// Both sides send a heartbeat four times a second that names the questions under way. A worker that misses its
/// heartbeats for kHeartbeatTimeoutMs, or does not name a question, has lost it; it is then for the caller to ask
/// again.
class RemoteSearch final : public SearchService {
 public:
  /// Called when workers came or went, on a thread of its own; `why` is for people where there are none.
  using OnChange = std::function<void(const SearchServiceState& state, const std::string& why)>;

  /// `local` outlives it.
  RemoteSearch(RemoteSearchOptions options, SearchService& local);
  ~RemoteSearch() override { close(); }
  RemoteSearch(const RemoteSearch&) = delete;
  RemoteSearch& operator=(const RemoteSearch&) = delete;

  /// Begins to look for workers. A NATS server that is not there is waited for; one that refuses us is an error.
  base::Parsed<base::Done> start(OnChange on_change);
  /// REQUIRES: nobody waits for a response any more.
  void close();

  SearchResponse search(const SearchOrder& order, const SearchListener& listener, const base::StopFlag& stop) override;
  SearchResponse judge(const PuzzleTry& puzzle, const SearchListener& listener, const base::StopFlag& stop) override;
  SearchServiceState state() const override;

 private:
  NatsLink::Attempt attempt() const;
  void keep();
  bool connect();
  void beat();
  void tell_change();
  bool has_workers() const;
  SearchResponse ask(const std::string& owner, SearchCommand command, const SearchListener& listener,
                     const base::StopFlag& stop);
  WorkerTable::QuestionPtr assign(const std::string& owner, SearchCommand command);
  SearchResponse wait_for(WorkerTable::Question& question, const SearchListener& listener, const base::StopFlag& stop);
  void count_refused();
  SearchServiceState state_locked() const;

  const RemoteSearchOptions options_;
  SearchService& local_;
  const std::string id_;  ///< differs from that of every other server
  std::string signature_;
  OnChange on_change_;
  base::StopFlag closing_;
  mutable std::mutex mutex_;
  std::unique_ptr<NatsLink> link_;  ///< set once, before there are workers
  NatsSubscription heartbeats_;
  NatsSubscription updates_;
  WorkerTable table_;
  int told_workers_ = -1;
  int told_slots_ = -1;
  std::uint64_t last_question_ = 0;
  std::thread keeper_;
};

}  // namespace partita::work
