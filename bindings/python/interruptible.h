#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace partita::python {

/// Does work that may take long on a thread of its own, while the caller's looks for Ctrl-C: Python handles signals on
/// its main thread only, between two of its instructions, and a search is one. What the work hands over by tell() is
/// done on the caller's thread, with Python's lock. REQUIRES: the caller holds the lock.
class Interruptible {
 public:
  using Task = std::function<void()>;

  /// `stop` ends the work soon. What was raised by Ctrl-C or by a task is raised again when the work has ended.
  void run(const Task& work, base::StopFlag& stop) {
    std::exception_ptr raised;
    {
      const pybind11::gil_scoped_release others_run;
      std::thread worker([&] { do_work(work); });
      while (wait()) attend(stop, raised);
      worker.join();
      if (!raised) raised = failure_;
    }
    if (raised) std::rethrow_exception(raised);
  }
  /// By the work's thread.
  void tell(Task task) {
    const std::lock_guard lock(mutex_);
    told_.push_back(std::move(task));
    news_.notify_one();
  }

 private:
  static constexpr std::chrono::milliseconds kLook{20};

  void do_work(const Task& work) {
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    done_ = true;
    news_.notify_one();
  }
  /// False when all is done.
  bool wait() {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, kLook, [this] { return done_ || !told_.empty(); });
    return !done_ || !told_.empty();
  }
  void attend(base::StopFlag& stop, std::exception_ptr& raised) {
    std::vector<Task> tasks;
    {
      const std::lock_guard lock(mutex_);
      tasks.swap(told_);
    }
    const pybind11::gil_scoped_acquire python;
    try {
      if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
      for (const Task& task : tasks) {
        if (!raised) task();
      }
    } catch (...) {
      // The first of them; the work ends, and with it what else it wants to tell.
      if (!raised) raised = std::current_exception();
      stop.raise();
    }
  }

  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<Task> told_;
  bool done_ = false;
  std::exception_ptr failure_;
};

}  // namespace partita::python
