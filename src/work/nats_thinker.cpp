#include "work/nats_thinker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.h"
#include "record/json_fields.h"
#include "work/local_thinking.h"
#include "work/signature.h"
#include "work/think_message.h"

namespace partita::work {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kThinkerBeatMs = 250;
// Longer than a server waits for a worker: what is stopped here has been given to somebody else before.
constexpr std::int64_t kServerSilenceMs = 1'500;
// A sign of life that was on its way when the question came does not name it.
constexpr std::int64_t kNamedAfterMs = 1'000;
// Lines are sent together: some searches have a new one a thousand times a second.
constexpr std::int64_t kSendLinesEveryMs = 50;
constexpr int kLowPriority = 10;
// What has not ended after this time is no short search.
constexpr std::int64_t kShortMs = 200;
// Servers share a worker by what it announces. Beyond this something is wrong, and questions are handed back.
constexpr int kMostPerThread = 8;

std::int64_t thinker_now_ms() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string thinker_id() {
  std::random_device device;
  return base::format("%08x%08x", device(), device());
}

void give_way(pid_t thread) {
  [[maybe_unused]] const int refused = ::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), kLowPriority);
}

/// The newest of every rank and depth, in the order in which they came.
void keep_line(std::vector<catalog::LineReport>& lines, const catalog::LineReport& line) {
  const auto same = std::find_if(lines.begin(), lines.end(), [&](const catalog::LineReport& one) {
    return one.rank == line.rank && one.depth == line.depth;
  });
  if (same != lines.end()) lines.erase(same);
  lines.push_back(line);
}

}  // namespace

class NatsThinker::Parts {
 public:
  Parts(const NatsLink& link, ThinkerOptions options)
      : link_(link),
        options_(std::move(options)),
        shelf_(options_.engines, {static_cast<int>(std::max(1U, std::thread::hardware_concurrency())), kMemoryMib},
               static_cast<std::size_t>(std::max(kLeastIdle, options_.threads))),
        thinking_(shelf_) {}

  ~Parts() { close(); }

  void close() {
    if (closing_.exchange(true) || !keeper_.joinable()) return;
    keeper_.join();
    listener_.join();
    stop_all();
    join_all();
    beat(0);
    natsConnection_FlushTimeout(link_.connection(), kThinkerBeatMs);
  }

  bool start() {
    commands_ = link_.listen(worker_subject(signature(), id_));
    beats_ = link_.listen(server_beats_subject(signature()));
    if (!commands_ || !beats_) return false;
    keeper_ = std::thread([this] { keep(); });
    listener_ = std::thread([this] { listen(); });
    return true;
  }

  int running() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(running_.size());
  }
  std::int64_t answered() const { return answered_; }

 private:
  static constexpr int kMemoryMib = 256;
  static constexpr int kLeastIdle = 8;

  /// A question being thought about.
  struct Running {
    std::string id;
    std::string server;
    bool is_long = false;
    std::int64_t since_ms = 0;
    std::atomic<pid_t> thread_id{0};
    base::StopFlag stop;
    std::atomic<bool> is_returned{false};  ///< somebody else shall do it
    std::thread thread;
  };
  using RunningPtr = std::shared_ptr<Running>;

  // ---- signs of life ----

  void keep() {
    std::int64_t next_ms = 0;
    while (!closing_) {
      const std::int64_t now = thinker_now_ms();
      if (now >= next_ms) {
        beat(options_.threads);
        stop_forgotten();
        next_ms = now + kThinkerBeatMs;
      }
      join_finished();
      natsMsg* message = nullptr;
      const std::int64_t wait_ms = std::clamp<std::int64_t>(next_ms - thinker_now_ms(), 1, kThinkerBeatMs);
      const natsStatus status = natsSubscription_NextMsg(&message, beats_.get(), wait_ms);
      const NatsOwned<natsMsg> owner(message);
      if (status == NATS_OK)
        take_server_beat(message_text(message));
      else if (status != NATS_TIMEOUT)
        std::this_thread::sleep_for(milliseconds(wait_ms));
    }
  }

  void beat(int threads) {
    WorkerBeat beat{id_, options_.name, threads, 0, {}};
    {
      const std::lock_guard lock(mutex_);
      beat.servers = static_cast<int>(servers_.size());
      for (const auto& [id, running] : running_) beat.questions.push_back(id);
    }
    publish(worker_beats_subject(signature()), write_worker_beat(beat));
  }

  void take_server_beat(const std::string& text) {
    const auto beat = read_server_beat(text);
    if (!beat) return;
    const std::int64_t now = thinker_now_ms();
    const std::lock_guard lock(mutex_);
    servers_[beat->server] = now;
    for (const auto& [id, running] : running_) {
      const bool is_named = std::find(beat->questions.begin(), beat->questions.end(), id) != beat->questions.end();
      if (running->server == beat->server && !is_named && now - running->since_ms > kNamedAfterMs)
        running->stop.raise();
    }
  }

  void stop_forgotten() {
    const std::int64_t now = thinker_now_ms();
    const std::lock_guard lock(mutex_);
    std::erase_if(servers_, [&](const auto& server) { return now - server.second > kServerSilenceMs; });
    for (const auto& [id, running] : running_) {
      if (now - running->since_ms > kServerSilenceMs && !servers_.contains(running->server)) running->stop.raise();
      if (!running->is_long && now - running->since_ms > kShortMs && running->thread_id != 0) {
        running->is_long = true;
        give_way(running->thread_id);
      }
    }
  }

  // ---- questions ----

  void listen() {
    while (!closing_) {
      natsMsg* message = nullptr;
      const natsStatus status = natsSubscription_NextMsg(&message, commands_.get(), kThinkerBeatMs / 2);
      const NatsOwned<natsMsg> owner(message);
      if (status == NATS_OK)
        take_command(message_text(message));
      else if (status != NATS_TIMEOUT)
        std::this_thread::sleep_for(milliseconds(kThinkerBeatMs));
    }
  }

  void take_command(const std::string& text) {
    auto command = read_think_command(text);
    if (!command) return refuse(text, command.error());
    if (std::holds_alternative<std::monostate>(command->question)) return stop_one(command->id);
    begin(std::move(*command));
  }

  /// The question cannot be read, but perhaps where it comes from.
  void refuse(const std::string& text, const std::string& why) {
    const auto value = record::parse_json(text);
    if (!value) return;
    record::JsonFault fault;
    record::JsonFields fields(*value, "question", &fault);
    const std::string id = fields.free_text("id"), server = fields.free_text("server");
    if (!fault.empty()) return;
    Thought thought;
    thought.failure = why;
    reply(server, {id, {}, thought});
  }

  void stop_one(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(id);
    if (found != running_.end()) found->second->stop.raise();
  }

  void begin(ThinkCommand command) {
    Thought returned;
    returned.is_lost = true;
    const auto running = std::make_shared<Running>();
    running->id = command.id;
    running->server = command.server;
    running->since_ms = thinker_now_ms();
    if (const auto* search = std::get_if<SearchOrder>(&command.question)) running->is_long = search->is_long;
    const std::lock_guard lock(mutex_);
    const bool is_full = running_.size() >= static_cast<std::size_t>(kMostPerThread * options_.threads);
    if (closing_ || is_full) return reply(command.server, {command.id, {}, returned});
    if (!running_.emplace(command.id, running).second) return;
    try {
      running->thread = std::thread([this, running, is_long = running->is_long, command = std::move(command)] {
        running->thread_id = ::gettid();
        if (is_long) give_way(running->thread_id);
        think(running, command);
      });
    } catch (const std::system_error&) {
      running_.erase(running->id);
      reply(running->server, {running->id, {}, returned});
    }
  }

  void think(const RunningPtr& running, const ThinkCommand& command) {
    std::vector<catalog::LineReport> lines;
    std::int64_t sent_ms = 0;
    const ThinkingListener listener{[&](const catalog::LineReport& line) {
      keep_line(lines, line);
      const std::int64_t now = thinker_now_ms();
      if (now - sent_ms < kSendLinesEveryMs) return;
      sent_ms = now;
      reply(running->server, {running->id, std::exchange(lines, {})});
    }};
    Thought thought;
    if (const auto* search = std::get_if<SearchOrder>(&command.question))
      thought = thinking_.search(*search, listener, running->stop);
    else if (const auto* puzzle = std::get_if<PuzzleTry>(&command.question))
      thought = thinking_.judge(*puzzle, listener, running->stop);
    if (running->is_returned) {
      thought = {};
      thought.is_lost = true;
    }
    // Before it leaves the list of what is under way: a sign of life that does not name it comes after the answer.
    reply(running->server, {running->id, std::move(lines), thought});
    ++answered_;
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(running->thread));
    running_.erase(running->id);
  }

  // ---- the end ----

  void stop_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, running] : running_) {
      running->is_returned = true;
      running->stop.raise();
    }
  }

  void join_finished() {
    std::vector<std::thread> finished;
    {
      const std::lock_guard lock(mutex_);
      finished = std::exchange(finished_, {});
    }
    for (std::thread& thread : finished) thread.join();
  }

  void join_all() {
    for (;;) {
      join_finished();
      {
        const std::lock_guard lock(mutex_);
        if (running_.empty() && finished_.empty()) return;
      }
      std::this_thread::sleep_for(milliseconds(5));
    }
  }

  void reply(const std::string& server, const ThinkReply& reply) const {
    publish(server_subject(signature(), server), write_think_reply(reply));
  }
  void publish(const std::string& subject, const std::string& text) const {
    natsConnection_Publish(link_.connection(), subject.c_str(), text.data(), static_cast<int>(text.size()));
  }

  const NatsLink& link_;
  const ThinkerOptions options_;
  const std::string id_ = thinker_id();
  EngineShelf shelf_;
  LocalThinking thinking_;
  std::atomic<bool> closing_{false};
  std::atomic<std::int64_t> answered_{0};
  mutable std::mutex mutex_;
  std::map<std::string, RunningPtr> running_;
  std::map<std::string, std::int64_t> servers_;  ///< when each was heard last
  std::vector<std::thread> finished_;
  NatsSubscription commands_;
  NatsSubscription beats_;
  std::thread keeper_;
  std::thread listener_;
};

NatsThinker::NatsThinker(const NatsLink& link, ThinkerOptions options)
    : parts_(std::make_unique<Parts>(link, std::move(options))) {}
NatsThinker::~NatsThinker() = default;
bool NatsThinker::start() { return parts_->start(); }
void NatsThinker::close() { parts_->close(); }
int NatsThinker::running() const { return parts_->running(); }
std::int64_t NatsThinker::answered() const { return parts_->answered(); }

}  // namespace partita::work
