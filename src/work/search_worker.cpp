#include "work/search_worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/steady_clock.h"
#include "record/declared_json.h"
#include "work/local_search.h"
#include "work/search_message.h"
#include "work/signature.h"

namespace partita::work {

namespace {

using std::chrono::milliseconds;

// Longer than a server waits for a worker: what is stopped here has been given to another worker before.
constexpr std::int64_t kServerTimeoutMs = 1'500;
// A heartbeat that was on its way when the question came does not name it.
constexpr std::int64_t kNamedAfterMs = 1'000;
// Lines are sent together: some searches have a new one a thousand times a second.
constexpr std::int64_t kSendLinesEveryMs = 50;
constexpr int kLowPriority = 10;
// A search that runs for longer is not a short one.
constexpr std::int64_t kShortMs = 200;
// Servers share a worker by what its heartbeat says. Beyond this something is wrong, and questions are handed back.
constexpr int kMostPerThread = 8;

void lower_thread_priority(pid_t thread) {
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

class SearchWorker::Parts {
 public:
  Parts(const NatsLink& link, SearchWorkerOptions options)
      : link_(link),
        options_(std::move(options)),
        engines_(options_.engines, {static_cast<int>(std::max(1U, std::thread::hardware_concurrency())), kMemoryMib},
                 static_cast<std::size_t>(std::max(kLeastIdle, options_.threads))),
        local_(engines_) {}

  ~Parts() { close(); }

  void close() {
    if (closing_.is_raised() || !keeper_.joinable()) return;
    closing_.raise();
    keeper_.join();
    listener_.join();
    hand_back_all();
    join_all();
    beat(0);
    constexpr std::int64_t kFlushMs = 250;
    natsConnection_FlushTimeout(link_.connection(), kFlushMs);
  }

  bool start() {
    commands_ = link_.listen(worker_subject(signature(), id_));
    heartbeats_ = link_.listen(server_heartbeats_subject(signature()));
    if (!commands_ || !heartbeats_) return false;
    keeper_ = std::thread([this] { keep(); });
    listener_ =
        std::thread([this] { commands_.listen(closing_, [this](const std::string& text) { take_command(text); }); });
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

  /// A question being searched.
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

  // ---- heartbeats ----

  void keep() {
    heartbeats_.listen(closing_, [this](const std::string& text) { take_heartbeat(text); }, {kHeartbeatMs, [this] {
                                                                                               beat(options_.threads);
                                                                                               stop_forgotten();
                                                                                               join_finished();
                                                                                             }});
  }

  void beat(int threads) {
    Heartbeat beat{id_, {}, options_.name, threads};
    {
      const std::lock_guard lock(mutex_);
      beat.servers = static_cast<int>(servers_.size());
      for (const auto& [id, running] : running_) beat.questions.push_back(id);
    }
    link_.send(worker_heartbeats_subject(signature()), record::write_object(beat));
  }

  void take_heartbeat(const std::string& text) {
    const auto beat = record::read_object<Heartbeat>(text);
    if (!beat) return;
    const std::int64_t now = base::steady_ms();
    const std::lock_guard lock(mutex_);
    servers_[beat->sender] = now;
    for (const auto& [id, running] : running_) {
      if (running->server == beat->sender && !beat->names(id) && now - running->since_ms > kNamedAfterMs)
        running->stop.raise();
    }
  }

  void stop_forgotten() {
    const std::int64_t now = base::steady_ms();
    const std::lock_guard lock(mutex_);
    std::erase_if(servers_, [&](const auto& server) { return now - server.second > kServerTimeoutMs; });
    for (const auto& [id, running] : running_) {
      if (now - running->since_ms > kServerTimeoutMs && !servers_.contains(running->server)) running->stop.raise();
      if (!running->is_long && now - running->since_ms > kShortMs && running->thread_id != 0) {
        running->is_long = true;
        lower_thread_priority(running->thread_id);
      }
    }
  }

  // ---- questions ----

  void take_command(const std::string& text) {
    auto command = read_search_command(text);
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
    reply(server, {id, {}, failed_response(why)});
  }

  void stop_one(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(id);
    if (found != running_.end()) found->second->stop.raise();
  }

  void begin(SearchCommand command) {
    const auto running = std::make_shared<Running>();
    running->id = command.id;
    running->server = command.server;
    running->since_ms = base::steady_ms();
    if (const auto* search = std::get_if<SearchOrder>(&command.question)) running->is_long = search->is_long;
    const std::lock_guard lock(mutex_);
    const bool is_full = running_.size() >= static_cast<std::size_t>(kMostPerThread * options_.threads);
    if (closing_.is_raised() || is_full) return reply(command.server, {command.id, {}, lost_response()});
    if (!running_.emplace(command.id, running).second) return;
    try {
      running->thread = std::thread([this, running, is_long = running->is_long, command = std::move(command)] {
        running->thread_id = ::gettid();
        if (is_long) lower_thread_priority(running->thread_id);
        search(running, command);
      });
    } catch (const std::system_error&) {
      running_.erase(running->id);
      reply(running->server, {running->id, {}, lost_response()});
    }
  }

  void search(const RunningPtr& running, const SearchCommand& command) {
    std::vector<catalog::LineReport> lines;
    std::int64_t sent_ms = 0;
    const SearchListener listener{[&](const catalog::LineReport& line) {
      keep_line(lines, line);
      const std::int64_t now = base::steady_ms();
      if (now - sent_ms < kSendLinesEveryMs) return;
      sent_ms = now;
      reply(running->server, {running->id, std::exchange(lines, {})});
    }};
    SearchResponse response;
    if (const auto* search = std::get_if<SearchOrder>(&command.question))
      response = local_.search(*search, listener, running->stop);
    else if (const auto* puzzle = std::get_if<PuzzleTry>(&command.question))
      response = local_.judge(*puzzle, listener, running->stop);
    if (running->is_returned) response = lost_response();
    // Before it leaves the list of what is under way: a heartbeat that does not name it comes after the response.
    reply(running->server, {running->id, std::move(lines), response});
    ++answered_;
    const std::lock_guard lock(mutex_);
    finished_.push_back(std::move(running->thread));
    running_.erase(running->id);
  }

  // ---- the end ----

  void hand_back_all() {
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

  void reply(const std::string& server, const SearchUpdate& update) const {
    link_.send(server_subject(signature(), server), record::write_object(update));
  }

  const NatsLink& link_;
  const SearchWorkerOptions options_;
  const std::string id_ = new_endpoint_id();
  EnginePool engines_;
  LocalSearch local_;
  base::StopFlag closing_;
  std::atomic<std::int64_t> answered_{0};
  mutable std::mutex mutex_;
  std::map<std::string, RunningPtr> running_;
  std::map<std::string, std::int64_t> servers_;  ///< when each was heard last
  std::vector<std::thread> finished_;
  NatsSubscription commands_;
  NatsSubscription heartbeats_;
  std::thread keeper_;
  std::thread listener_;
};

SearchWorker::SearchWorker(const NatsLink& link, SearchWorkerOptions options)
    : parts_(std::make_unique<Parts>(link, std::move(options))) {}
SearchWorker::~SearchWorker() = default;
bool SearchWorker::start() { return parts_->start(); }
void SearchWorker::close() { parts_->close(); }
int SearchWorker::running() const { return parts_->running(); }
std::int64_t SearchWorker::answered() const { return parts_->answered(); }

}  // namespace partita::work
