#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "work/think_message.h"
#include "work/thinking.h"
#include "work/worker_keys.h"

namespace partita::work {

struct PublicThinkingOptions {
  std::string keys_file;        ///< see WorkerKeyFile; without keys nobody is asked
  std::string thanks_file;      ///< who helped how much, kept between runs; empty: forgotten
  std::string server = "here";  ///< our name among servers that share their clients
  double checked_share = 0.02;  ///< of the answers, done again here and compared
};

/// What public workers did, for the metrics page.
struct PublicState {
  int workers = 0;
  int slots = 0;  ///< searches of each lane that they are trusted with at a time
  int asked = 0;
  std::uint64_t asked_total = 0;
  std::uint64_t answered_total = 0;
  std::uint64_t returned_total = 0;  ///< handed back, or taken back because nobody waits any more
  std::uint64_t lost_total = 0;      ///< not answered in time
  std::uint64_t refused_total = 0;   ///< not legal, not plausible, not readable, not theirs
  std::uint64_t late_total = 0;      ///< answers to questions that were not open any more
  std::uint64_t checked_total = 0;
  std::uint64_t disagreed_total = 0;
  std::uint64_t suspended_total = 0;
};

/// One who helped.
struct Helper {
  std::string name;
  std::uint64_t searches = 0;
  double seconds = 0;  ///< by our clock
};

/// Thinking by volunteers' machines that ask for work over HTTP; by `inner` wherever none is free. Nobody there is
/// believed: answers must be legal and plausible, some are done again at home and compared, and each key has as many
/// searches at a time as it has earned. Whoever is late, wrong or gone costs what is left of one silence; then the
/// search is done by `inner`, and the key rests, longer each time. Those who are wrong again and again are suspended.
///
/// Long searches go out first; short ones only while `inner` has enough to do, as their journey may take longer than
/// they do. Any thread.
class PublicThinking final : public Thinking {
 public:
  static constexpr std::int64_t kPollMs = 5'000;  ///< a worker's request for work is held so long
  static constexpr std::int64_t kSilenceMs = 750;
  static constexpr std::int64_t kFirstLineMs = 1'000;  ///< of an analysis

  /// `inner` does what nobody else does, `home` what must be trusted. Both outlive it.
  PublicThinking(PublicThinkingOptions options, Thinking& inner, Thinking& home);
  ~PublicThinking() override { close(); }
  PublicThinking(const PublicThinking&) = delete;
  PublicThinking& operator=(const PublicThinking&) = delete;

  using OnChange = std::function<void(int slots)>;
  /// Something worth a line in the log: an event, whose key, and why.
  using OnNote = std::function<void(const std::string& event, const std::string& key, const std::string& why)>;
  base::Parsed<base::Done> start(OnChange on_change, OnNote on_note);
  /// REQUIRES: nobody waits for an answer any more.
  void close();
  /// How many short searches `inner` does at a time.
  void set_inner_slots(int slots);

  Thought search(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop) override;
  Thought judge(const PuzzleTry& puzzle, const ThinkingListener& listener, const base::StopFlag& stop) override;
  ThinkingState state() const override { return inner_.state(); }
  PublicState public_state() const;
  /// Those who helped most first.
  std::vector<Helper> helpers() const;

  // ---- what the network hands in ----

  struct Answer {
    int status = 200;
    std::string body;  ///< JSON if the status is 200, else words
  };
  using Reply = std::function<void(Answer)>;
  /// The name of the key's owner, or a status and why it is refused.
  struct Caller {
    std::string name;
    int threads = 0;
    std::string digest;
    int status = 0;  ///< 0: welcome
    std::string why;
  };
  /// `authorization` is the field's value: "Bearer KEY".
  Caller caller_of(const std::string& authorization);
  /// The same by the key's SHA-256.
  Caller caller_of_digest(const std::string& digest);
  /// A worker wants work. Answered once, on any thread: with a question, or with nothing after kPollMs.
  void take(const Caller& caller, const std::string& body, Reply reply);
  /// A worker's lines, answers and signs of life: a JSON object a line, see PublicWorker.
  Answer tell(const Caller& caller, const std::string& body);

 private:
  enum Lane { kShortLane, kLongLane };
  /// What a key is worth.
  struct Account {
    std::string name;
    int threads = 0;
    int earned = 1;  ///< searches of each lane at a time
    std::array<int, 2> under_way{};
    std::int64_t rests_until_ms = 0;
    std::int64_t next_rest_ms = 0;
    int strikes = 0;
    int good = 0;
    int checked = 0;
    int disagreed = 0;
    bool is_suspended = false;
    double permits = 0;  ///< requests it may make now
    std::int64_t permits_ms = 0;
  };
  using WorkerName = std::pair<std::string, std::string>;  ///< digest of the key, and what it calls itself
  struct Worker {
    int threads = 0;  ///< searches of each lane at a time
    std::array<int, 2> under_way{};
    std::int64_t heard_ms = 0;
    std::int64_t asked_ms = 0;  ///< since when its request is held
    Reply reply;                ///< empty: its next request is on its way
  };
  struct Asked {
    WorkerName worker;
    Lane lane = kShortLane;
    std::int64_t asked_ms = 0;
    std::int64_t heard_ms = 0;
    bool is_fresh = false;
    std::vector<catalog::LineReport> lines;
    std::optional<Thought> thought;
    std::condition_variable news;
  };
  using AskedPtr = std::shared_ptr<Asked>;
  struct Given {
    std::string id;
    std::string name;
    AskedPtr asked;
  };
  struct Check {
    std::string digest;
    SearchOrder order;
    Thought thought;
  };
  enum class End { kAnswered, kLost, kRefused, kReturned, kStopped };
  struct Outcome {
    End end = End::kLost;
    std::string why;
    Thought thought;
  };

  Lane lane_of(const SearchOrder& order) const;
  bool goes_out(const SearchOrder& order) const;
  std::optional<Given> give(const SearchOrder& order);
  /// Whose tables are warm, else who has least to do, among those whom it may be given to.
  enum class Asks { kNow, kSoon };
  std::optional<WorkerName> choose_locked(const std::string& owner, Lane lane, Asks asks) const;
  Outcome wait_for(const Given& given, const SearchOrder& order, const ThinkingListener& listener,
                   const base::StopFlag& stop);
  Outcome judge_thought(const SearchOrder& order, Thought thought) const;
  void forget(const Given& given, const SearchOrder& order, const Outcome& outcome);
  Thought think_inside(const SearchOrder& order, const ThinkingListener& listener, const base::StopFlag& stop);

  bool read_keys_locked();
  std::optional<Answer> refusal_locked(const Caller& caller, std::int64_t now);
  void take_reply_locked(const WorkerName& who, ThinkReply reply, std::vector<std::string>& stops);
  void rest_locked(Account& account, std::int64_t now);
  void strike_locked(const std::string& digest, const std::string& why);
  void suspend_locked(Account& account, const std::string& why);
  int slots_locked(std::int64_t now) const;

  void keep();
  void look_after(std::int64_t now);
  void check_answers();
  void check_one(const Check& check);
  void read_thanks();
  void write_thanks();

  const PublicThinkingOptions options_;
  const WorkerKeyFile key_file_;
  Thinking& inner_;
  Thinking& home_;
  const std::string salt_;
  OnChange on_change_;
  OnNote on_note_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable requests_;  ///< a worker asks for work
  bool closing_ = false;
  base::StopFlag stop_checks_;
  std::map<std::string, WorkerKey> keys_;  ///< by digest
  std::int64_t keys_version_ = -1;
  std::map<std::string, Account> accounts_;  ///< by digest
  std::map<WorkerName, Worker> workers_;
  std::map<std::string, AskedPtr> asked_;
  std::map<std::string, WorkerName> warm_;  ///< who answered an owner last
  std::map<std::string, Helper> helpers_;
  bool thanks_changed_ = false;
  PublicState counts_;
  std::uint64_t last_question_ = 0;
  int inner_slots_ = 1;
  int inner_short_ = 0;  ///< short searches under way inside
  int told_slots_ = 0;
  std::deque<Check> checks_;
  std::mt19937_64 random_;
  std::deque<std::function<void()>> notes_;  ///< files to write and lines to log, without the lock
  std::thread keeper_;
  std::thread checker_;
};

}  // namespace partita::work
