#include "work/remote_search.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/steady_clock.h"
#include "record/declared_json.h"
#include "work/signature.h"

namespace partita::work {

namespace {

// How often a thread that waits for a response looks whether it shall stop.
constexpr std::chrono::milliseconds kLookForStop{20};

/// Workers are not trusted: the move must be legal. An engine that was stopped early still answers with a move.
bool is_plausible(const SearchOrder& order, const SearchResponse& response) {
  if (!response.failure.empty() || !response.judgement.empty()) return false;
  if (!order.position.read_path(response.result.best_move)) return false;
  const auto seats = static_cast<std::size_t>(order.position.seat_count());
  return std::all_of(response.result.lines.begin(), response.result.lines.end(),
                     [&](const catalog::LineReport& line) { return line.score.by_seat.size() == seats; });
}

bool is_judgement(const SearchResponse& response) {
  const auto value = record::parse_json(response.judgement);
  return response.failure.empty() && value && value->is_object() && value->get_object().contains("state");
}

}  // namespace

RemoteSearch::RemoteSearch(RemoteSearchOptions options, SearchService& local)
    : options_(std::move(options)), local_(local), id_(new_endpoint_id()) {}

NatsLink::Attempt RemoteSearch::attempt() const {
  return NatsLink::attempt(options_.url, "partita " + options_.name, options_.login, NatsLink::Streams::kNone);
}

base::Parsed<base::Done> RemoteSearch::start(OnChange on_change) {
  on_change_ = std::move(on_change);
  signature_ = signature();
  NatsLink::Attempt first = attempt();
  if (!first.link && !first.may_come) return base::Error{first.failure};
  link_ = std::move(first.link);
  keeper_ = std::thread([this] { keep(); });
  return base::Done{};
}

void RemoteSearch::close() {
  closing_.raise();
  if (keeper_.joinable()) keeper_.join();
}

// ---- the keeper's thread ----

void RemoteSearch::keep() {
  tell_change();
  if (!connect()) return;
  std::thread updates([this] {
    updates_.listen(closing_, [this](const std::string& text) {
      auto update = record::read_object<SearchUpdate>(text);
      const std::lock_guard lock(mutex_);
      if (update)
        table_.take_update(std::move(*update));
      else
        table_.count_refused();
    });
  });
  heartbeats_.listen(closing_,
                     [this](const std::string& text) {
                       if (const auto heard = record::read_object<Heartbeat>(text)) {
                         const std::lock_guard lock(mutex_);
                         table_.take_heartbeat(*heard, base::steady_ms());
                       }
                       tell_change();
                     },
                     {kHeartbeatMs, [this] {
                        beat();
                        tell_change();
                      }});
  updates.join();
}

/// False if it was closed before the server came.
bool RemoteSearch::connect() {
  base::Backoff backoff = nats_backoff();
  for (; !closing_.is_raised(); wait_unless_raised(closing_, backoff.pause())) {
    if (!link_) {
      auto made = std::move(attempt().link);
      const std::lock_guard lock(mutex_);
      link_ = std::move(made);
    }
    if (!link_) continue;
    heartbeats_ = link_->listen(worker_heartbeats_subject(signature_));
    updates_ = link_->listen(server_subject(signature_, id_));
    if (heartbeats_ && updates_) return true;
  }
  return false;
}

void RemoteSearch::beat() {
  Heartbeat beat{id_};
  {
    const std::lock_guard lock(mutex_);
    table_.drop_silent(base::steady_ms());
    beat.questions = table_.open();
  }
  link_->send(server_heartbeats_subject(signature_), record::write_object(beat));
}

void RemoteSearch::tell_change() {
  SearchServiceState state;
  {
    const std::lock_guard lock(mutex_);
    state = state_locked();
    if (state.workers == told_workers_ && state.slots == told_slots_) return;
    told_workers_ = state.workers;
    told_slots_ = state.slots;
  }
  const std::string why = state.workers > 0     ? ""
                          : !state.is_connected ? "the NATS server does not answer"
                                                : "no worker of version " + signature_ + " answers";
  if (on_change_) on_change_(state, why);
}

// ---- the threads that ask ----

WorkerTable::QuestionPtr RemoteSearch::assign(const std::string& owner, SearchCommand command) {
  WorkerTable::QuestionPtr question;
  {
    const std::lock_guard lock(mutex_);
    command.id = id_ + "-" + std::to_string(++last_question_);
    question = table_.assign(command.id, owner, base::steady_ms());
  }
  command.server = id_;
  if (question) link_->send(worker_subject(signature_, question->worker), write_search_command(command));
  return question;
}

SearchResponse RemoteSearch::wait_for(WorkerTable::Question& question, const SearchListener& listener,
                                      const base::StopFlag& stop) {
  bool has_sent_stop = false;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!question.has_news) question.news.wait_for(lock, kLookForStop);
    question.has_news = false;
    const auto lines = std::exchange(question.lines, {});
    // Whatever became of the worker: a response that has arrived counts.
    const auto response = std::exchange(question.response, std::nullopt);
    const bool is_lost = question.is_lost;
    lock.unlock();
    if (listener.on_line) {
      for (const catalog::LineReport& line : lines) listener.on_line(line);
    }
    if (response) return *response;
    if (is_lost) return lost_response();
    if (stop.is_raised() && !std::exchange(has_sent_stop, true))
      link_->send(worker_subject(signature_, question.worker), write_search_command({question.id, id_}));
    lock.lock();
  }
}

SearchResponse RemoteSearch::ask(const std::string& owner, SearchCommand command, const SearchListener& listener,
                                 const base::StopFlag& stop) {
  const auto question = assign(owner, std::move(command));
  if (!question) return failed_response("there is no worker");
  if (listener.on_worker) listener.on_worker(question->worker_name);
  SearchResponse response = wait_for(*question, listener, stop);
  const std::lock_guard lock(mutex_);
  table_.finish(*question, response, base::steady_ms());
  return response;
}

SearchResponse RemoteSearch::search(const SearchOrder& order, const SearchListener& listener,
                                    const base::StopFlag& stop) {
  // A search that is stopped already wants any move at once: a worker would only answer later.
  if (stop.is_raised() || !has_workers()) return local_.search(order, listener, stop);
  SearchResponse response = ask(order.engine.owner, {"", "", order}, listener, stop);
  if (response.is_lost || is_plausible(order, response)) return response;
  // A worker that cannot do it (its machine may be smaller than ours) does not decide the game.
  count_refused();
  return local_.search(order, listener, stop);
}

SearchResponse RemoteSearch::judge(const PuzzleTry& puzzle, const SearchListener& listener,
                                   const base::StopFlag& stop) {
  if (stop.is_raised() || !has_workers()) return local_.judge(puzzle, listener, stop);
  SearchResponse response = ask("puzzle " + puzzle.game, {"", "", puzzle}, listener, stop);
  if (response.is_lost || is_judgement(response)) return response;
  count_refused();
  return local_.judge(puzzle, listener, stop);
}

bool RemoteSearch::has_workers() const {
  const std::lock_guard lock(mutex_);
  return !table_.is_empty();
}

void RemoteSearch::count_refused() {
  const std::lock_guard lock(mutex_);
  table_.count_refused();
}

SearchServiceState RemoteSearch::state() const {
  const std::uint64_t here = local_.state().here_total;
  const std::lock_guard lock(mutex_);
  SearchServiceState state = state_locked();
  state.here_total = here;
  return state;
}

SearchServiceState RemoteSearch::state_locked() const {
  SearchServiceState state = table_.state();
  state.wants_workers = true;
  state.is_connected = link_ && natsConnection_Status(link_->connection()) == NATS_CONN_STATUS_CONNECTED;
  return state;
}

}  // namespace partita::work
