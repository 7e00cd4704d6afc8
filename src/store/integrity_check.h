#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace partita::store {

/// Looks a SQLite file over for damage, on a thread and a connection of its own: the one that writes would find the
/// pages it remembers in good order. Costs one reading of the file, so it does not look all the time. Any thread may
/// ask.
class IntegrityCheck {
 public:
  using Then = std::function<void(const std::string& failure)>;

  /// An empty path has nothing to be looked over.
  explicit IntegrityCheck(std::string path);
  ~IntegrityCheck();
  IntegrityCheck(const IntegrityCheck&) = delete;
  IntegrityCheck& operator=(const IntegrityCheck&) = delete;

  /// Calls back with what is wrong, empty if nothing is: on the asking thread if it has looked lately, else on its own
  /// when it has. One question at a time.
  void ask(Then then);

 private:
  using Clock = std::chrono::steady_clock;
  void run();

  const std::string path_;
  std::mutex mutex_;
  std::condition_variable wake_;
  Then asked_;
  bool closing_ = false;
  std::string failure_;      ///< what the last look found
  Clock::time_point due_{};  ///< not to look again before this
  std::thread thread_;
};

}  // namespace partita::store
