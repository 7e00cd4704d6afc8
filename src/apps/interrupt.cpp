#include "apps/interrupt.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

namespace partita::apps {

namespace {

volatile std::sig_atomic_t pressed = 0;
/// A second one ends the program, as without us.
void note(int number) {
  pressed = number;
  std::signal(number, SIG_DFL);
}

constexpr std::chrono::milliseconds kLook{20};

}  // namespace

struct Interruptible::Watch {
  std::function<void()> stop;
  std::atomic<bool> done{false};
  std::atomic<bool> interrupted{false};
  void (*before_interrupt)(int) = SIG_DFL;
  void (*before_termination)(int) = SIG_DFL;
  std::thread thread;

  void run() {
    while (!done.load()) {
      if (pressed != 0 && !interrupted.exchange(true)) stop();
      std::this_thread::sleep_for(kLook);
    }
  }
};

Interruptible::Interruptible(std::function<void()> stop) : watch_(new Watch) {
  pressed = 0;
  watch_->stop = std::move(stop);
  watch_->before_interrupt = std::signal(SIGINT, note);
  watch_->before_termination = std::signal(SIGTERM, note);
  watch_->thread = std::thread([watch = watch_] { watch->run(); });
}

Interruptible::~Interruptible() {
  watch_->done.store(true);
  watch_->thread.join();
  std::signal(SIGINT, watch_->before_interrupt);
  std::signal(SIGTERM, watch_->before_termination);
  delete watch_;
}

bool Interruptible::is_interrupted() const { return watch_->interrupted.load(); }

}  // namespace partita::apps
