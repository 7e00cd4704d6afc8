#include "work/nats_thinking.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "base/text.h"
#include "record/json_fields.h"
#include "work/signature.h"

namespace partita::work {

namespace {

using std::chrono::milliseconds;

// How often a thread that waits for an answer looks whether it shall stop.
constexpr milliseconds kLookForStop{20};
// A question was on its way when the sign of life was given: only later ones count, and one alone may have been late.
constexpr int kUnknownBeats = 2;
constexpr std::size_t kMostWarm = 4'096;
constexpr std::int64_t kHearMs = 100;
// Who handed a question back is going, or has too much to do: it is not asked again at once.
constexpr std::int64_t kRestMs = 1'000;

std::int64_t thinking_now_ms() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string random_id() {
  std::random_device device;
  return base::format("%08x%08x", device(), device());
}

Thought lost_thought() {
  Thought thought;
  thought.is_lost = true;
  return thought;
}

Thought failed_thought(const char* why) {
  Thought thought;
  thought.failure = why;
  return thought;
}

/// A worker is believed only so far: its move must be one. An engine that was stopped early has a move all the same.
bool is_plausible(const SearchOrder& order, const Thought& thought) {
  if (!thought.failure.empty() || !thought.judgement.empty()) return false;
  if (!order.position.read_path(thought.result.best_move)) return false;
  const auto seats = static_cast<std::size_t>(order.position.seat_count());
  return std::all_of(thought.result.lines.begin(), thought.result.lines.end(),
                     [&](const catalog::LineReport& line) { return line.score.by_seat.size() == seats; });
}

bool is_judgement(const Thought& thought) {
  const auto value = record::parse_json(thought.judgement);
  return thought.failure.empty() && value && value->is_object() && value->get_object().contains("state");
}

}  // namespace

NatsThinking::NatsThinking(NatsThinkingOptions options, Thinking& own)
    : options_(std::move(options)), own_(own), id_(random_id()) {}

base::Parsed<base::Done> NatsThinking::start(OnChange on_change) {
  on_change_ = std::move(on_change);
  signature_ = signature();
  NatsLink::Attempt first =
      NatsLink::attempt(options_.url, "partita " + options_.name, options_.login, NatsLink::Streams::kNone);
  if (!first.link && !first.may_come) return base::Error{first.failure};
  link_ = std::move(first.link);
  keeper_ = std::thread([this] { keep(); });
  return base::Done{};
}

void NatsThinking::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  stop_connecting_.raise();
  wake_.notify_all();
  if (keeper_.joinable()) keeper_.join();
}

// ---- what the keeper does ----

void NatsThinking::keep() {
  tell_change();
  if (!connect()) return;
  hearer_ = std::thread([this] { hear(); });
  std::int64_t next_ms = 0;
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (closing_) break;
    }
    const std::int64_t now = thinking_now_ms();
    if (now >= next_ms) {
      beat();
      drop_silent();
      tell_change();
      next_ms = now + kBeatMs;
    }
    natsMsg* message = nullptr;
    const std::int64_t wait_ms = std::clamp<std::int64_t>(next_ms - thinking_now_ms(), 1, kHearMs);
    const natsStatus status = natsSubscription_NextMsg(&message, beats_.get(), wait_ms);
    const NatsOwned<natsMsg> owner(message);
    if (status == NATS_OK) {
      take_beat(message_text(message));
      tell_change();
    } else if (status != NATS_TIMEOUT) {
      std::this_thread::sleep_for(milliseconds(wait_ms));  // the connection is coming back
    }
  }
  hearer_.join();
}

/// False if it was closed before the server came.
bool NatsThinking::connect() {
  base::Backoff backoff = nats_backoff();
  while (!stop_connecting_.is_raised()) {
    std::unique_ptr<NatsLink> made;
    if (!link_) {
      made = std::move(
          NatsLink::attempt(options_.url, "partita " + options_.name, options_.login, NatsLink::Streams::kNone).link);
    }
    {
      const std::lock_guard lock(mutex_);
      if (made) link_ = std::move(made);
    }
    if (link_) {
      NatsSubscription beats = link_->listen(worker_beats_subject(signature_));
      NatsSubscription replies = link_->listen(server_subject(signature_, id_));
      if (beats && replies) {
        const std::lock_guard lock(mutex_);
        beats_ = std::move(beats);
        replies_ = std::move(replies);
        return true;
      }
    }
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, backoff.pause(), [this] { return closing_; });
  }
  return false;
}

void NatsThinking::hear() {
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (closing_) return;
    }
    natsMsg* message = nullptr;
    const natsStatus status = natsSubscription_NextMsg(&message, replies_.get(), kHearMs);
    const NatsOwned<natsMsg> owner(message);
    if (status == NATS_OK)
      take_reply(message_text(message));
    else if (status != NATS_TIMEOUT)
      std::this_thread::sleep_for(milliseconds(kHearMs));
  }
}

void NatsThinking::beat() {
  ServerBeat beat{id_, {}};
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, asked] : asked_) beat.questions.push_back(id);
  }
  publish(server_beats_subject(signature_), write_server_beat(beat));
}

void NatsThinking::take_beat(const std::string& text) {
  const auto beat = read_worker_beat(text);
  if (!beat) return;
  const std::int64_t now = thinking_now_ms();
  const std::lock_guard lock(mutex_);
  if (beat->threads == 0) return drop_worker_locked(beat->worker);
  Worker& worker = workers_[beat->worker];
  worker.name = beat->name;
  worker.threads = beat->threads;
  worker.servers = beat->servers;
  worker.heard_ms = now;
  for (auto& [id, asked] : asked_) {
    if (asked->worker != beat->worker || now - asked->asked_ms < kBeatMs) continue;
    const bool is_known = std::find(beat->questions.begin(), beat->questions.end(), id) != beat->questions.end();
    asked->unknown = is_known ? 0 : asked->unknown + 1;
    if (asked->unknown < kUnknownBeats) continue;
    asked->is_lost = true;
    asked->news.notify_all();
  }
}

void NatsThinking::take_reply(const std::string& text) {
  auto reply = read_think_reply(text);
  if (!reply) {
    const std::lock_guard lock(mutex_);
    ++counts_.refused_total;
    return;
  }
  const std::lock_guard lock(mutex_);
  const auto found = asked_.find(reply->id);
  if (found == asked_.end()) return;  // nobody waits for it any more; the worker hears so with the next sign of life
  Asked& asked = *found->second;
  asked.unknown = 0;
  asked.is_fresh = true;
  std::move(reply->lines.begin(), reply->lines.end(), std::back_inserter(asked.lines));
  if (reply->thought && !asked.thought) asked.thought = std::move(reply->thought);
  asked.news.notify_all();
}

void NatsThinking::drop_silent() {
  const std::int64_t now = thinking_now_ms();
  const std::lock_guard lock(mutex_);
  std::vector<std::string> silent;
  for (const auto& [id, worker] : workers_) {
    if (now - worker.heard_ms > kSilenceMs) silent.push_back(id);
  }
  for (const std::string& id : silent) drop_worker_locked(id);
}

void NatsThinking::drop_worker_locked(const std::string& id) {
  workers_.erase(id);
  for (auto& [question, asked] : asked_) {
    if (asked->worker != id) continue;
    asked->is_lost = true;
    asked->news.notify_all();
  }
}

void NatsThinking::tell_change() {
  ThinkingState state;
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

// ---- what those who ask do ----

int NatsThinking::slots_locked() const {
  int slots = 0;
  for (const auto& [id, worker] : workers_) slots += worker.share();
  return slots;
}

/// Whose tables are warm, unless it has enough to do; else who has least to do. Empty: there is nobody.
std::string NatsThinking::choose_locked(const std::string& owner) {
  const std::int64_t now = thinking_now_ms();
  const auto warm = warm_.find(owner);
  if (warm != warm_.end()) {
    const auto worker = workers_.find(warm->second);
    const bool is_there = worker != workers_.end() && worker->second.rests_until_ms <= now;
    if (is_there && worker->second.under_way < worker->second.share()) return worker->first;
  }
  std::string best;
  double least = 0;
  for (const auto& [id, worker] : workers_) {
    const double load = static_cast<double>(worker.under_way) / worker.share();
    if (worker.rests_until_ms > now || (!best.empty() && load >= least)) continue;
    best = id;
    least = load;
  }
  return best;
}

std::optional<NatsThinking::Given> NatsThinking::give(const std::string& owner, ThinkCommand command) {
  Given given;
  {
    const std::lock_guard lock(mutex_);
    given.worker = choose_locked(owner);
    if (given.worker.empty()) return std::nullopt;
    Worker& worker = workers_[given.worker];
    ++worker.under_way;
    given.name = worker.name;
    given.id = command.id = id_ + "-" + std::to_string(++last_question_);
    given.asked = std::make_shared<Asked>();
    given.asked->worker = given.worker;
    given.asked->asked_ms = thinking_now_ms();
    asked_[given.id] = given.asked;
    ++counts_.asked_total;
    if (warm_.size() >= kMostWarm) warm_.clear();
    warm_[owner] = given.worker;
  }
  command.server = id_;
  publish(worker_subject(signature_, given.worker), write_think_command(command));
  return given;
}

Thought NatsThinking::wait_for(const Given& given, const ThinkingListener& listener, const base::StopFlag& stop) {
  bool has_told_stop = false;
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!given.asked->is_fresh) given.asked->news.wait_for(lock, kLookForStop);
    given.asked->is_fresh = false;
    const auto lines = std::exchange(given.asked->lines, {});
    // Whatever the worker's fate: an answer that is there is an answer.
    const auto thought = std::exchange(given.asked->thought, std::nullopt);
    const bool is_lost = given.asked->is_lost;
    lock.unlock();
    if (listener.on_line) {
      for (const catalog::LineReport& line : lines) listener.on_line(line);
    }
    if (thought) return *thought;
    if (is_lost) return lost_thought();
    if (stop.is_raised() && !std::exchange(has_told_stop, true)) tell_stop(given.worker, given.id);
    lock.lock();
  }
}

void NatsThinking::forget(const Given& given, const Thought& thought) {
  const std::lock_guard lock(mutex_);
  asked_.erase(given.id);
  const auto worker = workers_.find(given.worker);
  const bool is_returned = thought.is_lost && !given.asked->is_lost;
  if (worker != workers_.end()) {
    --worker->second.under_way;
    if (is_returned) worker->second.rests_until_ms = thinking_now_ms() + kRestMs;
  }
  if (!thought.is_lost)
    ++counts_.answered_total;
  else
    ++(is_returned ? counts_.returned_total : counts_.lost_total);
}

void NatsThinking::count_refused() {
  const std::lock_guard lock(mutex_);
  ++counts_.refused_total;
}

Thought NatsThinking::ask(const std::string& owner, ThinkCommand command, const ThinkingListener& listener,
                          const base::StopFlag& stop) {
  const auto given = give(owner, std::move(command));
  if (!given) return failed_thought("there is no worker");
  if (listener.on_worker) listener.on_worker(given->name);
  Thought thought = wait_for(*given, listener, stop);
  forget(*given, thought);
  return thought;
}

Thought NatsThinking::search(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop) {
  // Whoever has no time left wants any move, and not a journey.
  if (stop.is_raised() || !has_workers()) return own_.search(order, listener, stop);
  Thought thought = ask(order.engine.owner, {"", "", order}, listener, stop);
  if (thought.is_lost || is_plausible(order, thought)) return thought;
  // A worker that cannot do it (its machine may be smaller than ours) does not decide the game.
  count_refused();
  return own_.search(order, listener, stop);
}

Thought NatsThinking::judge(const PuzzleTry& puzzle, const ThinkingListener& listener, const base::StopFlag& stop) {
  if (stop.is_raised() || !has_workers()) return own_.judge(puzzle, listener, stop);
  Thought thought = ask("puzzle " + puzzle.game, {"", "", puzzle}, listener, stop);
  if (thought.is_lost || is_judgement(thought)) return thought;
  count_refused();
  return own_.judge(puzzle, listener, stop);
}

bool NatsThinking::has_workers() const {
  const std::lock_guard lock(mutex_);
  return !workers_.empty();
}

ThinkingState NatsThinking::state() const {
  const std::uint64_t here = own_.state().here_total;
  const std::lock_guard lock(mutex_);
  ThinkingState state = state_locked();
  state.here_total = here;
  return state;
}

ThinkingState NatsThinking::state_locked() const {
  ThinkingState state = counts_;
  state.wants_workers = true;
  state.is_connected = link_ && natsConnection_Status(link_->connection()) == NATS_CONN_STATUS_CONNECTED;
  state.workers = static_cast<int>(workers_.size());
  state.slots = slots_locked();
  state.asked = static_cast<int>(asked_.size());
  return state;
}

/// What cannot be sent is noticed by the signs of life that do not come.
void NatsThinking::publish(const std::string& subject, const std::string& text) {
  natsConnection_Publish(link_->connection(), subject.c_str(), text.data(), static_cast<int>(text.size()));
}

void NatsThinking::tell_stop(const std::string& worker, const std::string& id) {
  publish(worker_subject(signature_, worker), write_think_command({id, id_}));
}

}  // namespace partita::work
