#include "work/public_worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"
#include "record/json_fields.h"
#include "work/local_thinking.h"
#include "work/public_thinking.h"
#include "work/signature.h"
#include "work/think_message.h"

namespace partita::work {

namespace {

namespace json = boost::json;
using std::chrono::milliseconds;

constexpr milliseconds kTellEvery{200};
constexpr std::int64_t kTellWithinMs = 5'000;
// A request for work is held by the server; beyond that something is wrong.
constexpr std::int64_t kTakeWithinMs = PublicThinking::kPollMs + 10'000;
constexpr std::int64_t kFirstPauseMs = 500;
constexpr std::int64_t kLongestPauseMs = 30'000;
constexpr std::int64_t kOtherVersionPauseMs = 60'000;
constexpr std::int64_t kLinesEveryMs = 150;
// The server refuses longer bodies than 64 KiB.
constexpr std::size_t kMostTellBytes = 40U << 10U;
constexpr std::size_t kMostPublicVariation = 60;
constexpr std::int64_t kStopSlackMs = 300;
constexpr int kPublicNice = 10;
constexpr int kPublicMemoryMib = 256;
constexpr int kLeastPublicIdle = 4;
constexpr std::size_t kMostReplies = 1'000;

std::int64_t public_worker_now_ms() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string public_worker_id() {
  std::random_device device;
  return base::format("%08x%08x", device(), device());
}

/// Doubles up to a bound, with a random part, so that a server that comes back is not asked by all at once.
class Pauses {
 public:
  milliseconds next() {
    const std::int64_t now_ms = std::exchange(next_ms_, std::min(2 * next_ms_, kLongestPauseMs));
    return milliseconds(now_ms / 2 + std::uniform_int_distribution<std::int64_t>(0, now_ms / 2)(random_));
  }
  void reset() { next_ms_ = kFirstPauseMs; }

 private:
  std::int64_t next_ms_ = kFirstPauseMs;
  std::mt19937 random_{std::random_device{}()};
};

/// What the server handed out.
struct Handed {
  std::string id;
  std::string server;
  std::string question;
  std::int64_t within_ms = 0;
};

base::Parsed<Handed> read_handed(const std::string& body) {
  return record::read_json_object<Handed>(body, "answer", [](record::JsonFields& fields, Handed& handed) {
    if (!fields.has("question")) return;
    handed.id = fields.text("id", 100);
    handed.server = fields.text("server", 100);
    handed.question = fields.free_text("question");
    handed.within_ms = fields.integer("within_ms", 0, 86'400'000);
  });
}

std::vector<std::string> read_stops(const std::string& body) {
  const auto read = record::read_json_object<std::vector<std::string>>(
      body, "answer", [](record::JsonFields& fields, auto& stops) { stops = fields.free_texts("stop"); });
  return read ? *read : std::vector<std::string>{};
}

void shorten(std::vector<catalog::LineReport>& lines) {
  for (catalog::LineReport& line : lines) line.pv.resize(std::min(line.pv.size(), kMostPublicVariation));
}

/// The newest of every rank.
void keep_rank(std::vector<catalog::LineReport>& lines, const catalog::LineReport& line) {
  std::erase_if(lines, [&](const catalog::LineReport& one) { return one.rank == line.rank; });
  lines.push_back(line);
}

class PublicWorker {
 public:
  PublicWorker(const PublicWorkerOptions& options, const base::StopFlag& stop)
      : options_(options),
        stop_(&stop, &unwanted_),
        shelf_(options.engines, {1, kPublicMemoryMib},
               static_cast<std::size_t>(std::max(kLeastPublicIdle, options.threads))),
        thinking_(shelf_),
        taker_(client_options()),
        teller_(client_options()) {}

  base::Parsed<base::Done> run() {
    if (const auto fine = taker_.check(); !fine) return fine;
    std::thread telling([this] { tell(); });
    take();
    closing_ = true;
    stop_all();
    join_all();
    wake_.notify_all();
    telling.join();
    if (!refusal_.empty()) return base::Error{refusal_};
    return base::Done{};
  }

 private:
  struct Running {
    std::string id;
    std::string server;
    bool is_long = false;
    bool is_counted = false;  ///< to a depth or a number of nodes: half of it is worth nothing
    std::int64_t since_ms = 0;
    std::int64_t within_ms = 0;
    base::StopFlag stop;
    std::atomic<bool> is_returned{false};
    std::thread thread;
  };
  using RunningPtr = std::shared_ptr<Running>;
  enum class Haste { kNone, kNow };

  HttpsClient::Options client_options() const {
    return {options_.server, options_.authority, "Bearer " + options_.key};
  }
  void note(const std::string& text) const {
    if (options_.on_note) options_.on_note(text);
  }
  void refuse(const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (refusal_.empty()) refusal_ = why;
    unwanted_.raise();
  }
  void pause(milliseconds time) {
    const base::Stopwatch watch;
    while (!stop_.is_raised() && watch.milliseconds() < time.count()) std::this_thread::sleep_for(milliseconds(50));
  }

  // ---- asking for work ----

  void take() {
    const json::object request{{"worker", id_}, {"signature", signature()}, {"threads", options_.threads}};
    const std::string body = json::serialize(request);
    Pauses pauses;
    bool is_fine = false;
    std::string said;
    while (!stop_.is_raised()) {
      const auto response = taker_.post(kTakePath, body, kTakeWithinMs, stop_);
      if (stop_.is_raised()) return;
      if (response && response->status == 200) {
        pauses.reset();
        if (!std::exchange(is_fine, true)) note("thinking for " + options_.server.host);
        said.clear();
        begin(response->body);
        continue;
      }
      const std::string why = response ? why_of(*response) : response.error();
      if (response && (response->status == 401 || response->status == 403)) return refuse(why);
      is_fine = false;
      if (std::exchange(said, why) != why) note(why + "; asking again");
      pause(response && response->status == 409 ? milliseconds(kOtherVersionPauseMs) : pauses.next());
    }
  }

  /// The server's words, without anything that a terminal would take for a command.
  static std::string why_of(const HttpsClient::Response& response) {
    std::string text;
    if (const auto value = record::parse_json(response.body); value && value->is_object()) {
      record::JsonFault fault;
      record::JsonFields fields(*value, "answer", &fault);
      if (auto error = fields.object_or_none("error")) text = error->text_or("message", "", 300);
    }
    return "the server answers " + std::to_string(response.status) + (text.empty() ? "" : ": " + text);
  }

  void begin(const std::string& body) {
    const auto handed = read_handed(body);
    if (!handed || handed->question.empty()) return;
    auto command = read_think_command(handed->question);
    const auto* search = command ? std::get_if<SearchOrder>(&command->question) : nullptr;
    if (search == nullptr) return hand_back(handed->server, handed->id);
    const auto running = std::make_shared<Running>();
    running->id = command->id;
    running->server = handed->server;
    running->is_long = search->is_long || search->is_analysis;
    const catalog::Limits& limits = search->limits;
    running->is_counted = limits.movetime_ms == 0 && (limits.depth > 0 || limits.nodes > 0) && !search->is_analysis;
    running->since_ms = public_worker_now_ms();
    running->within_ms = handed->within_ms;
    if (!start(running, *search)) hand_back(handed->server, handed->id);
  }

  bool start(const RunningPtr& running, const SearchOrder& order) {
    const std::lock_guard lock(mutex_);
    const auto most = static_cast<std::size_t>(4 * options_.threads);
    if (running_.size() >= most || !running_.emplace(running->id, running).second) return false;
    try {
      running->thread = std::thread([this, running, order] { think(running, order); });
    } catch (const std::system_error&) {
      running_.erase(running->id);
      return false;
    }
    beat_now_ = true;
    wake_.notify_all();
    return true;
  }

  /// Somebody else shall do it.
  void hand_back(const std::string& server, const std::string& id) {
    Thought returned;
    returned.is_lost = true;
    queue(server, {id, {}, std::move(returned)}, Haste::kNow);
  }

  // ---- thinking ----

  void think(const RunningPtr& running, const SearchOrder& order) {
    if (running->is_long) {
      [[maybe_unused]] const int refused = ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kPublicNice);
    }
    std::vector<catalog::LineReport> lines;
    std::int64_t sent_ms = 0;
    const ThinkingListener listener{[&](const catalog::LineReport& line) {
      keep_rank(lines, line);
      const std::int64_t now = public_worker_now_ms();
      if (now - sent_ms < kLinesEveryMs) return;
      sent_ms = now;
      queue(running->server, {running->id, std::exchange(lines, {})}, Haste::kNone);
    }};
    Thought thought = thinking_.search(order, listener, running->stop);
    if (running->is_returned) {
      thought = {};
      thought.is_lost = true;
    }
    queue(running->server, {running->id, std::move(lines), std::move(thought)}, Haste::kNow);
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(running->thread));
    running_.erase(running->id);
  }

  // ---- telling ----

  void queue(const std::string& server, ThinkReply reply, Haste haste) {
    shorten(reply.lines);
    if (reply.thought) shorten(reply.thought->result.lines);
    std::string text = write_think_reply(reply);
    const std::lock_guard lock(mutex_);
    if (replies_.size() >= kMostReplies) replies_.erase(replies_.begin());
    replies_.emplace_back(server, std::move(text));
    if (haste == Haste::kNow) {
      beat_now_ = true;
      wake_.notify_all();
    }
  }

  void tell() {
    for (;;) {
      std::vector<std::thread> finished;
      bool is_last = false;
      {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, kTellEvery, [this] { return beat_now_ || closing_; });
        beat_now_ = false;
        is_last = closing_ && running_.empty();
        stop_overdue_locked();
        finished = std::exchange(finished_, {});
      }
      for (std::thread& thread : finished) thread.join();
      while (tell_once()) {
      }
      if (is_last) return;
      if (closing_) std::this_thread::sleep_for(milliseconds(10));
    }
  }

  /// To one server what it shall know. Whether there may be more to tell.
  bool tell_once() {
    std::string server;
    json::array questions;
    std::string body;
    {
      const std::lock_guard lock(mutex_);
      if (!replies_.empty()) {
        server = replies_.front().first;
      } else {
        const auto unheard = std::find_if(running_.begin(), running_.end(), [&](const auto& entry) {
          return public_worker_now_ms() - told_ms_[entry.second->server] >= kTellEvery.count() / 2;
        });
        if (unheard == running_.end()) return false;
        server = unheard->second->server;
      }
      for (const auto& [id, running] : running_) {
        if (running->server == server) questions.emplace_back(id);
      }
      told_ms_[server] = public_worker_now_ms();
      for (auto reply = replies_.begin(); reply != replies_.end();) {
        if (reply->first != server || body.size() + reply->second.size() > kMostTellBytes) {
          ++reply;
          continue;
        }
        body += "\n" + reply->second;
        reply = replies_.erase(reply);
      }
      // One that is too long for any request is not told: silence hands the question back.
      if (body.empty() && !replies_.empty()) replies_.erase(replies_.begin());
    }
    const json::object head{{"worker", id_}, {"questions", std::move(questions)}};
    const base::StopFlag never;
    const auto response = teller_.post(std::string(kTellPath) + "?server=" + server, json::serialize(head) + body,
                                       closing_ ? kTellWithinMs / 5 : kTellWithinMs, never);
    // What could not be told is too late a moment later: the server has asked somebody else by then.
    if (!response) {
      const std::lock_guard lock(mutex_);
      replies_.clear();
      return false;
    }
    if (response->status == 401 || response->status == 403) refuse(why_of(*response));
    if (response->status == 200) {
      for (const std::string& id : read_stops(response->body)) stop_one(id);
    }
    return true;
  }

  void stop_one(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(id);
    if (found != running_.end()) found->second->stop.raise();
  }

  void stop_overdue_locked() {
    const std::int64_t now = public_worker_now_ms();
    for (const auto& [id, running] : running_) {
      if (running->within_ms == 0 || now - running->since_ms < running->within_ms + kStopSlackMs) continue;
      if (running->is_counted) running->is_returned = true;
      running->stop.raise();
    }
  }

  void stop_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, running] : running_) {
      running->is_returned = true;
      running->stop.raise();
    }
  }
  void join_all() {
    for (;;) {
      {
        const std::lock_guard lock(mutex_);
        if (running_.empty()) return;
      }
      std::this_thread::sleep_for(milliseconds(5));
    }
  }

  const PublicWorkerOptions& options_;
  const std::string id_ = public_worker_id();
  base::StopFlag unwanted_;
  base::StopFlag stop_;
  EngineShelf shelf_;
  LocalThinking thinking_;
  HttpsClient taker_;
  HttpsClient teller_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<bool> closing_{false};
  bool beat_now_ = false;
  std::string refusal_;
  std::map<std::string, RunningPtr> running_;
  std::map<std::string, std::int64_t> told_ms_;  ///< by server
  std::vector<std::pair<std::string, std::string>> replies_;
  std::vector<std::thread> finished_;
};

}  // namespace

base::Parsed<base::Done> run_public_worker(const PublicWorkerOptions& options, const base::StopFlag& stop) {
  return PublicWorker(options, stop).run();
}

}  // namespace partita::work
