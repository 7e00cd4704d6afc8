#include "work/public_thinking.h"

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cmath>
#include <fstream>
#include <utility>

#include "base/replacing_file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "record/json_fields.h"
#include "work/public_checks.h"
#include "work/signature.h"

namespace partita::work {

namespace {

namespace json = boost::json;
using std::chrono::milliseconds;

// How often a thread that waits for an answer looks whether it shall stop.
constexpr milliseconds kPublicLook{20};
constexpr milliseconds kKeepEvery{100};
// A worker that has just been given something asks again after the way there and back.
constexpr milliseconds kNextRequest{150};
// What lasts longer is worth its journey.
constexpr std::int64_t kWorthAJourneyMs = 200;
constexpr std::int64_t kShortAnswerMs = 1'000;
constexpr std::int64_t kLongAnswerMs = 10'000;
constexpr std::int64_t kLeastLeftMs = 200;
// A fortieth of the clock is what engines take for a turn, and twice that seldom.
constexpr std::int64_t kPartOfClock = 20;
constexpr std::int64_t kFirstRestMs = 1'000;
constexpr std::int64_t kLongestRestMs = 600'000;
constexpr int kMostStrikes = 3;
constexpr int kGoodForOneStrike = 100;
constexpr int kMostDisagreements = 3;
constexpr std::size_t kMostPublicWarm = 4'096;
constexpr std::size_t kMostLinesWaiting = 256;
constexpr std::size_t kMostChecksWaiting = 8;
constexpr int kMostWorkersOfKey = 16;
constexpr int kMostWorkerThreads = 64;
constexpr std::size_t kLongestWorkerName = 64;
constexpr double kRequestsPerSecond = 40;
constexpr double kRequestBurst = 120;
constexpr std::int64_t kSaveThanksMs = 10'000;
constexpr std::string_view kThanksHead = "# partita helpers 1: name, searches, seconds\n";
constexpr std::string_view kBearer = "Bearer ";

std::int64_t public_now_ms() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string random_hex() {
  std::random_device device;
  return base::format("%08x%08x", device(), device());
}

/// What the worker may take; 0: as long as somebody listens.
std::int64_t due_ms_of(const SearchOrder& order) {
  if (order.is_analysis) return 0;
  const catalog::Limits& limits = order.limits;
  if (limits.movetime_ms > 0) return limits.movetime_ms;
  const auto seat = static_cast<std::size_t>(order.position.to_move());
  if (limits.clock_ms[seat] > 0)
    return std::min(kLongAnswerMs, limits.clock_ms[seat] / kPartOfClock + limits.increment_ms[seat]);
  return order.is_long ? kLongAnswerMs : kShortAnswerMs;
}

/// The same search for who begins after some time has passed.
SearchOrder with_time_left(const SearchOrder& order, std::int64_t passed_ms) {
  SearchOrder rest = order;
  catalog::Limits& limits = rest.limits;
  if (limits.movetime_ms > 0)
    limits.movetime_ms = std::max(limits.movetime_ms - passed_ms, std::min(limits.movetime_ms, kLeastLeftMs));
  std::int64_t& clock_ms = limits.clock_ms[static_cast<std::size_t>(order.position.to_move())];
  if (clock_ms > 0) clock_ms = std::max(clock_ms - passed_ms, std::min(clock_ms, kLeastLeftMs));
  return rest;
}

struct TakeRequest {
  std::string worker;
  std::string signature;
  int threads = 1;
};

base::Parsed<TakeRequest> read_take(const std::string& body) {
  return record::read_json_object<TakeRequest>(body, "request", [](record::JsonFields& fields, TakeRequest& request) {
    request.worker = fields.text("worker", kLongestWorkerName);
    request.signature = fields.text("signature", kLongestWorkerName);
    request.threads = static_cast<int>(fields.integer("threads", 1, kMostWorkerThreads));
  });
}

struct TellHead {
  std::string worker;
  std::vector<std::string> questions;
};

base::Parsed<TellHead> read_tell_head(std::string_view line) {
  return record::read_json_object<TellHead>(line, "line 1", [](record::JsonFields& fields, TellHead& head) {
    head.worker = fields.text("worker", kLongestWorkerName);
    head.questions = fields.texts("questions", kLongestWorkerName, 4 * kMostWorkerThreads);
  });
}

}  // namespace

PublicThinking::PublicThinking(PublicThinkingOptions options, Thinking& inner, Thinking& home)
    : options_(std::move(options)),
      key_file_(options_.keys_file),
      inner_(inner),
      home_(home),
      salt_(random_hex()),
      random_(std::random_device{}()) {}

base::Parsed<base::Done> PublicThinking::start(OnChange on_change, OnNote on_note) {
  on_change_ = std::move(on_change);
  on_note_ = std::move(on_note);
  if (const auto keys = key_file_.read(); !keys) return keys.forward_error();
  read_thanks();
  keeper_ = std::thread([this] { keep(); });
  checker_ = std::thread([this] { check_answers(); });
  return base::Done{};
}

void PublicThinking::close() {
  {
    const std::lock_guard lock(mutex_);
    if (closing_) return;
    closing_ = true;
  }
  stop_checks_.raise();
  wake_.notify_all();
  requests_.notify_all();
  if (keeper_.joinable()) keeper_.join();
  if (checker_.joinable()) checker_.join();
  std::map<WorkerName, Worker> workers;
  {
    const std::lock_guard lock(mutex_);
    workers = std::exchange(workers_, {});
  }
  for (const auto& [name, worker] : workers) {
    if (worker.reply) worker.reply({503, "the server is going"});
  }
}

void PublicThinking::set_inner_slots(int slots) {
  const std::lock_guard lock(mutex_);
  inner_slots_ = std::max(1, slots);
}

// ---- what those who ask do ----

PublicThinking::Lane PublicThinking::lane_of(const SearchOrder& order) const {
  return order.is_long || order.limits.movetime_ms >= kWorthAJourneyMs || order.is_analysis ? kLongLane : kShortLane;
}

bool PublicThinking::goes_out(const SearchOrder& order) const {
  // A volunteer gives threads, one for a search: what wants more of them stays here.
  const auto spec = catalog::read_engine_spec(order.engine.spec);
  if (!spec || spec->overrides.contains("threads")) return false;
  const std::lock_guard lock(mutex_);
  if (closing_ || workers_.empty()) return false;
  return lane_of(order) == kLongLane || inner_short_ >= inner_slots_;
}

std::optional<PublicThinking::WorkerName> PublicThinking::choose_locked(const std::string& owner, Lane lane,
                                                                        Asks asks) const {
  const std::int64_t now = public_now_ms();
  const auto has_room = [&](const WorkerName& name, const Worker& worker) {
    const auto account = accounts_.find(name.first);
    if (account == accounts_.end() || account->second.is_suspended || account->second.rests_until_ms > now)
      return false;
    const int most = std::min(account->second.earned, account->second.threads);
    const bool is_asking = worker.reply || asks == Asks::kSoon;
    return is_asking && now - worker.heard_ms < kPollMs + kSilenceMs && worker.under_way[lane] < worker.threads &&
           account->second.under_way[lane] < most;
  };
  const auto warm = warm_.find(owner);
  if (warm != warm_.end()) {
    const auto worker = workers_.find(warm->second);
    if (worker != workers_.end() && has_room(worker->first, worker->second)) return worker->first;
  }
  std::optional<WorkerName> best;
  double least = 0;
  for (const auto& [name, worker] : workers_) {
    const double load = static_cast<double>(worker.under_way[lane]) / worker.threads;
    if (!has_room(name, worker) || (best && load >= least)) continue;
    best = name;
    least = load;
  }
  return best;
}

std::optional<PublicThinking::Given> PublicThinking::give(const SearchOrder& order) {
  Given given;
  Reply reply;
  Lane lane = lane_of(order);
  SearchOrder sent = order;
  // Whoever knows a game's id can look at it; a volunteer needs only to know the same owner again.
  sent.engine.owner = base::sha256(salt_ + order.engine.owner).substr(0, 16);
  {
    std::unique_lock lock(mutex_);
    auto chosen = choose_locked(sent.engine.owner, lane, Asks::kNow);
    if (!chosen && choose_locked(sent.engine.owner, lane, Asks::kSoon)) {
      requests_.wait_for(lock, kNextRequest, [&] {
        chosen = choose_locked(sent.engine.owner, lane, Asks::kNow);
        return chosen || closing_;
      });
    }
    if (!chosen || closing_) return std::nullopt;
    Worker& worker = workers_[*chosen];
    Account& account = accounts_[chosen->first];
    reply = std::exchange(worker.reply, {});
    ++worker.under_way[lane];
    ++account.under_way[lane];
    given.id = options_.server + "-" + random_hex() + "-" + std::to_string(++last_question_);
    given.name = account.name;
    given.asked = std::make_shared<Asked>();
    given.asked->worker = *chosen;
    given.asked->lane = lane;
    given.asked->asked_ms = given.asked->heard_ms = public_now_ms();
    asked_[given.id] = given.asked;
    ++counts_.asked_total;
    if (warm_.size() >= kMostPublicWarm) warm_.clear();
    warm_[sent.engine.owner] = *chosen;
  }
  sent.trace = given.id;
  const json::object body{{"id", given.id},
                          {"server", options_.server},
                          {"question", write_think_command({given.id, options_.server, sent})},
                          {"within_ms", due_ms_of(order)}};
  reply({200, json::serialize(body)});
  return given;
}

PublicThinking::Outcome PublicThinking::judge_thought(const SearchOrder& order, Thought thought) const {
  Outcome outcome;
  if (thought.is_lost || !thought.failure.empty() || !thought.judgement.empty()) {
    outcome.end = End::kReturned;
    outcome.why = thought.failure;
    return outcome;
  }
  outcome.why = fault_of_thought(order, thought);
  outcome.end = outcome.why.empty() ? End::kAnswered : End::kRefused;
  outcome.thought = std::move(thought);
  return outcome;
}

PublicThinking::Outcome PublicThinking::wait_for(const Given& given, const SearchOrder& order,
                                                 const ThinkingListener& listener, const base::StopFlag& stop) {
  const std::int64_t due_ms = due_ms_of(order);
  std::map<int, catalog::LineReport> newest;
  const auto so_far = [&](End end, const std::string& why) {
    Outcome outcome{end, why, {}};
    for (auto& [rank, line] : newest) outcome.thought.result.lines.push_back(line);
    if (newest.empty()) return outcome;
    const catalog::LineReport& best = newest.begin()->second;
    outcome.thought.result.best_move = best.pv.front();
    outcome.thought.result.depth = best.depth;
    outcome.thought.result.nodes = best.nodes;
    return outcome;
  };
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!given.asked->is_fresh) given.asked->news.wait_for(lock, kPublicLook);
    given.asked->is_fresh = false;
    auto lines = std::exchange(given.asked->lines, {});
    auto thought = std::exchange(given.asked->thought, std::nullopt);
    const std::int64_t heard_ms = given.asked->heard_ms;
    lock.unlock();
    for (catalog::LineReport& line : lines) {
      const std::string fault = fault_of_line(order, line);
      if (!fault.empty()) return {End::kRefused, fault, {}};
      newest[line.rank] = line;
      if (listener.on_line) listener.on_line(line);
    }
    if (thought) return judge_thought(order, std::move(*thought));
    // A stranger is not waited for: the best so far is an answer.
    if (stop.is_raised()) return so_far(End::kStopped, "");
    const std::int64_t now = public_now_ms();
    const std::int64_t passed_ms = now - given.asked->asked_ms;
    if (now - heard_ms > kSilenceMs) return so_far(End::kLost, "silent");
    if (due_ms > 0 && passed_ms > due_ms + kSilenceMs) return so_far(End::kLost, "late");
    if (order.is_analysis && newest.empty() && passed_ms > kFirstLineMs) return so_far(End::kLost, "no line");
    lock.lock();
  }
}

void PublicThinking::forget(const Given& given, const SearchOrder& order, const Outcome& outcome) {
  const std::int64_t now = public_now_ms();
  const std::lock_guard lock(mutex_);
  const Asked& asked = *given.asked;
  asked_.erase(given.id);
  const auto worker = workers_.find(asked.worker);
  if (worker != workers_.end()) --worker->second.under_way[asked.lane];
  const std::string& digest = asked.worker.first;
  Account& account = accounts_[digest];
  --account.under_way[asked.lane];
  const bool has_result = !outcome.thought.result.best_move.empty();
  switch (outcome.end) {
    case End::kAnswered:
    case End::kStopped: {
      ++(outcome.end == End::kAnswered ? counts_.answered_total : counts_.returned_total);
      if (!has_result) break;
      account.earned = std::min(account.earned + 1, account.threads);
      if (++account.good % kGoodForOneStrike == 0 && account.strikes > 0) --account.strikes;
      account.next_rest_ms = std::max(kFirstRestMs, account.next_rest_ms / 2);
      Helper& helper = helpers_[account.name];
      helper.name = account.name;
      ++helper.searches;
      helper.seconds += static_cast<double>(now - asked.asked_ms) / 1'000;
      thanks_changed_ = true;
      const bool is_checked = std::uniform_real_distribution<>(0, 1)(random_) < options_.checked_share;
      if (is_checked && checks_.size() < kMostChecksWaiting) checks_.push_back({digest, order, outcome.thought});
      break;
    }
    case End::kReturned: {
      ++counts_.returned_total;
      account.rests_until_ms = std::max(account.rests_until_ms, now + kFirstRestMs);
      break;
    }
    case End::kLost: {
      ++counts_.lost_total;
      // Whoever is silent has most likely gone. It is welcome when it asks again.
      if (worker != workers_.end() && outcome.why == "silent") worker->second.heard_ms = 0;
      rest_locked(account, now);
      notes_.emplace_back(
          [this, name = account.name, why = outcome.why] { on_note_("public_search_lost", name, why); });
      break;
    }
    case End::kRefused: strike_locked(digest, outcome.why); break;
  }
  wake_.notify_all();
}

Thought PublicThinking::think_inside(const SearchOrder& order, const ThinkingListener& listener,
                                     const base::StopFlag& stop) {
  const int count = lane_of(order) == kShortLane ? 1 : 0;
  {
    const std::lock_guard lock(mutex_);
    inner_short_ += count;
  }
  Thought thought = inner_.search(order, listener, stop);
  const std::lock_guard lock(mutex_);
  inner_short_ -= count;
  return thought;
}

Thought PublicThinking::search(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop) {
  if (stop.is_raised() || !goes_out(order)) return think_inside(order, listener, stop);
  const base::Stopwatch watch;
  const auto given = give(order);
  if (!given) return think_inside(with_time_left(order, watch.milliseconds()), listener, stop);
  if (listener.on_helper) listener.on_helper(given->name);
  Outcome outcome = wait_for(*given, order, listener, stop);
  forget(*given, order, outcome);
  const bool has_result = !outcome.thought.result.best_move.empty();
  if (has_result && (outcome.end == End::kAnswered || outcome.end == End::kStopped)) return std::move(outcome.thought);
  return think_inside(with_time_left(order, watch.milliseconds()), listener, stop);
}

Thought PublicThinking::judge(const PuzzleTry& puzzle, const ThinkingListener& listener, const base::StopFlag& stop) {
  return inner_.judge(puzzle, listener, stop);
}

// ---- trust ----

void PublicThinking::rest_locked(Account& account, std::int64_t now) {
  account.earned = std::max(1, account.earned / 2);
  account.next_rest_ms = std::clamp(account.next_rest_ms, kFirstRestMs, kLongestRestMs);
  account.rests_until_ms = now + account.next_rest_ms;
  account.next_rest_ms = std::min(2 * account.next_rest_ms, kLongestRestMs);
}

void PublicThinking::strike_locked(const std::string& digest, const std::string& why) {
  Account& account = accounts_[digest];
  ++counts_.refused_total;
  ++account.strikes;
  rest_locked(account, public_now_ms());
  notes_.emplace_back([this, name = account.name, why] { on_note_("public_answer_refused", name, why); });
  if (account.strikes >= kMostStrikes) suspend_locked(account, why);
}

void PublicThinking::suspend_locked(Account& account, const std::string& why) {
  if (account.is_suspended) return;
  account.is_suspended = true;
  ++counts_.suspended_total;
  notes_.emplace_back([this, name = account.name, why] {
    on_note_("public_key_suspended", name, why);
    const auto written = key_file_.set_state(name, WorkerKey::State::kSuspended, why);
    if (!written) on_note_("public_keys_unwritten", name, written.error());
  });
  wake_.notify_all();
}

// ---- what the network hands in ----

bool PublicThinking::read_keys_locked() {
  const std::int64_t version = key_file_.version();
  if (version == keys_version_) return true;
  const auto keys = key_file_.read();
  if (!keys) return false;
  keys_version_ = version;
  keys_.clear();
  for (const WorkerKey& key : *keys) keys_[key.digest] = key;
  return true;
}

PublicThinking::Caller PublicThinking::caller_of(const std::string& authorization) {
  if (authorization.rfind(kBearer, 0) == 0)
    return caller_of_digest(base::sha256(std::string_view(authorization).substr(kBearer.size())));
  Caller caller;
  caller.status = 401;
  caller.why = "a worker's key is needed";
  return caller;
}

PublicThinking::Caller PublicThinking::caller_of_digest(const std::string& digest) {
  Caller caller;
  caller.status = 401;
  caller.digest = digest;
  caller.why = "this key is not known here";
  const std::lock_guard lock(mutex_);
  if (!read_keys_locked()) {
    caller.status = 503;
    caller.why = "the keys cannot be read";
    return caller;
  }
  const auto found = keys_.find(caller.digest);
  if (found == keys_.end()) return caller;
  const auto account = accounts_.find(caller.digest);
  const bool is_suspended = account != accounts_.end() && account->second.is_suspended;
  caller.name = found->second.name;
  caller.threads = found->second.threads;
  caller.status = 403;
  if (found->second.state == WorkerKey::State::kRevoked)
    caller.why = "this key was revoked";
  else if (is_suspended || found->second.state == WorkerKey::State::kSuspended)
    caller.why = "this key is suspended: " + (found->second.reason.empty() ? "wrong answers" : found->second.reason);
  else
    caller.status = 0;
  return caller;
}

std::optional<PublicThinking::Answer> PublicThinking::refusal_locked(const Caller& caller, std::int64_t now) {
  if (caller.status != 0) return Answer{caller.status, caller.why};
  if (closing_) return Answer{503, "the server is going"};
  const auto [found, is_new] = accounts_.try_emplace(caller.digest);
  Account& account = found->second;
  account.name = caller.name;
  account.threads = caller.threads;
  const double passed_s = static_cast<double>(now - account.permits_ms) / 1'000;
  account.permits = is_new ? kRequestBurst : std::min(kRequestBurst, account.permits + passed_s * kRequestsPerSecond);
  account.permits_ms = now;
  if (account.permits < 1) return Answer{429, "too many requests of this key"};
  account.permits -= 1;
  return std::nullopt;
}

void PublicThinking::take(const Caller& caller, const std::string& body, Reply reply) {
  const std::int64_t now = public_now_ms();
  const auto request = read_take(body);
  Answer answer{400, request ? "" : request.error()};
  {
    const std::lock_guard lock(mutex_);
    if (auto refused = refusal_locked(caller, now)) {
      answer = std::move(*refused);
    } else if (request && request->signature != signature()) {
      answer = {409, "this server's version is " + signature() + ", the worker's " + request->signature};
    } else if (request) {
      const WorkerName name{caller.digest, request->worker};
      const auto of_key = std::count_if(workers_.begin(), workers_.end(),
                                        [&](const auto& entry) { return entry.first.first == caller.digest; });
      if (!workers_.contains(name) && of_key >= kMostWorkersOfKey) {
        answer = {429, "too many workers with this key"};
      } else {
        Worker& worker = workers_[name];
        worker.threads = request->threads;
        worker.heard_ms = worker.asked_ms = now;
        std::swap(worker.reply, reply);
        answer.status = 0;
      }
    }
  }
  if (answer.status != 0) return reply(std::move(answer));
  // The request of this worker that was waiting before.
  if (reply) reply({200, "{}"});
  requests_.notify_all();
  wake_.notify_all();
}

void PublicThinking::take_reply_locked(const WorkerName& who, ThinkReply reply, std::vector<std::string>& stops) {
  const auto found = asked_.find(reply.id);
  if (found == asked_.end()) {
    // Taken back meanwhile, answered already, or never asked.
    if (reply.thought) ++counts_.late_total;
    stops.push_back(reply.id);
    return;
  }
  Asked& asked = *found->second;
  if (asked.worker != who) return strike_locked(who.first, "answered what another was asked");
  asked.heard_ms = public_now_ms();
  asked.is_fresh = true;
  std::move(reply.lines.begin(), reply.lines.end(), std::back_inserter(asked.lines));
  if (asked.lines.size() > kMostLinesWaiting)
    asked.lines.erase(asked.lines.begin(), asked.lines.end() - static_cast<std::ptrdiff_t>(kMostLinesWaiting));
  if (reply.thought && !asked.thought) asked.thought = std::move(reply.thought);
  asked.news.notify_all();
}

PublicThinking::Answer PublicThinking::tell(const Caller& caller, const std::string& body) {
  const std::int64_t now = public_now_ms();
  const auto lines = base::split(body, '\n');
  const auto head = read_tell_head(lines.front());
  std::vector<ThinkReply> replies;
  std::string fault = head ? "" : head.error();
  for (std::size_t i = 1; i < lines.size() && fault.empty(); ++i) {
    if (lines[i].empty()) continue;
    auto reply = read_think_reply(lines[i]);
    if (!reply) fault = "line " + std::to_string(i + 1) + ": " + reply.error();
    if (reply) replies.push_back(std::move(*reply));
  }
  std::vector<std::string> stops;
  {
    const std::lock_guard lock(mutex_);
    if (auto refused = refusal_locked(caller, now)) return std::move(*refused);
    if (!fault.empty()) {
      strike_locked(caller.digest, "unreadable: " + fault);
      return {400, fault};
    }
    const WorkerName who{caller.digest, head->worker};
    if (const auto worker = workers_.find(who); worker != workers_.end()) worker->second.heard_ms = now;
    for (ThinkReply& reply : replies) take_reply_locked(who, std::move(reply), stops);
    for (const std::string& id : head->questions) {
      const auto found = asked_.find(id);
      if (found == asked_.end() || found->second->worker != who)
        stops.push_back(id);
      else
        found->second->heard_ms = now;
    }
  }
  return {200, json::serialize(json::object{{"stop", json::array(stops.begin(), stops.end())}})};
}

// ---- what the keeper does ----

int PublicThinking::slots_locked(std::int64_t now) const {
  std::map<std::string, int> threads;
  for (const auto& [name, worker] : workers_) {
    if (now - worker.heard_ms < kPollMs + kSilenceMs) threads[name.first] += worker.threads;
  }
  int slots = 0;
  for (const auto& [digest, count] : threads) {
    const Account& account = accounts_.at(digest);
    if (account.is_suspended || account.rests_until_ms > now) continue;
    slots += std::min({count, account.earned, account.threads});
  }
  return slots;
}

/// Ends requests that were held long enough, forgets who has gone, tells of what has changed.
void PublicThinking::look_after(std::int64_t now) {
  std::vector<Reply> over;
  std::deque<std::function<void()>> notes;
  int slots = 0;
  bool is_news = false;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [name, worker] : workers_) {
      const auto account = accounts_.find(name.first);
      const bool is_unwelcome = account != accounts_.end() && account->second.is_suspended;
      if (worker.reply && (now - worker.asked_ms >= kPollMs || is_unwelcome))
        over.push_back(std::exchange(worker.reply, {}));
    }
    std::erase_if(workers_, [&](const auto& entry) {
      const Worker& worker = entry.second;
      return !worker.reply && now - worker.heard_ms > 2 * kPollMs && worker.under_way == std::array<int, 2>{};
    });
    slots = slots_locked(now);
    is_news = std::exchange(told_slots_, slots) != slots;
    notes = std::exchange(notes_, {});
  }
  for (const Reply& reply : over) reply({200, "{}"});
  for (const auto& note : notes) note();
  if (is_news && on_change_) on_change_(slots);
}

void PublicThinking::keep() {
  std::int64_t saved_ms = public_now_ms();
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (closing_) break;
      wake_.wait_for(lock, kKeepEvery);
      if (closing_) break;
    }
    const std::int64_t now = public_now_ms();
    look_after(now);
    if (now - saved_ms < kSaveThanksMs) continue;
    saved_ms = now;
    write_thanks();
  }
  std::deque<std::function<void()>> notes;
  {
    const std::lock_guard lock(mutex_);
    notes = std::exchange(notes_, {});
  }
  for (const auto& note : notes) note();
  write_thanks();
}

// ---- done twice ----

void PublicThinking::check_answers() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return closing_ || !checks_.empty(); });
    if (closing_) return;
    const Check check = std::move(checks_.front());
    checks_.pop_front();
    // Who was found out is not searched for any more, however much of its work still waits.
    if (accounts_[check.digest].is_suspended) continue;
    lock.unlock();
    check_one(check);
  }
}

void PublicThinking::check_one(const Check& check) {
  const auto why = disagreement(home_, check.order, check.thought, stop_checks_);
  if (!why) return;
  const std::lock_guard lock(mutex_);
  Account& account = accounts_[check.digest];
  ++account.checked;
  ++counts_.checked_total;
  if (why->empty()) return;
  ++account.disagreed;
  ++counts_.disagreed_total;
  notes_.emplace_back([this, name = account.name, text = *why] { on_note_("public_answer_doubted", name, text); });
  // An honest one may be wrong now and then: of many, few.
  if (account.disagreed >= kMostDisagreements && 3 * account.disagreed >= account.checked)
    suspend_locked(account, "answers that a second search does not confirm: " + *why);
}

// ---- thanks ----

PublicState PublicThinking::public_state() const {
  const std::int64_t now = public_now_ms();
  const std::lock_guard lock(mutex_);
  PublicState state = counts_;
  state.slots = slots_locked(now);
  state.asked = static_cast<int>(asked_.size());
  state.workers = static_cast<int>(std::count_if(workers_.begin(), workers_.end(), [&](const auto& entry) {
    return now - entry.second.heard_ms < kPollMs + kSilenceMs;
  }));
  return state;
}

std::vector<Helper> PublicThinking::helpers() const {
  std::vector<Helper> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, helper] : helpers_) all.push_back(helper);
  }
  std::stable_sort(all.begin(), all.end(), [](const Helper& a, const Helper& b) { return a.searches > b.searches; });
  return all;
}

void PublicThinking::read_thanks() {
  std::ifstream file(options_.thanks_file);
  std::string line;
  while (std::getline(file, line)) {
    const auto columns = base::split(line, '\t');
    if (line.empty() || line.front() == '#' || columns.size() != 3) continue;
    const auto searches = base::read_int(columns[1]);
    const auto seconds = base::read_double(columns[2]);
    if (!searches || *searches < 0 || !seconds) continue;
    const std::string name(columns[0]);
    helpers_[name] = {name, static_cast<std::uint64_t>(*searches), *seconds};
  }
}

void PublicThinking::write_thanks() {
  std::string text(kThanksHead);
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(thanks_changed_, false) || options_.thanks_file.empty()) return;
    for (const auto& [name, helper] : helpers_) {
      text += name + "\t" + std::to_string(helper.searches) + "\t" + base::format("%.1f", helper.seconds) + "\n";
    }
  }
  base::ReplacingFile file(options_.thanks_file, kThanksHead);
  file.write(text);
  if (const auto written = file.commit(); !written) on_note_("public_thanks_unwritten", "", written.error());
}

}  // namespace partita::work
