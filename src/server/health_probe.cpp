#include "server/health_probe.h"

#include <utility>

namespace partita::server {

namespace {

constexpr std::int64_t kHoldsMs = 1'000;
// A store that does not answer in this time is not well, whatever it says later.
constexpr std::int64_t kProbePatienceMs = 3'000;

}  // namespace

HealthProbe::HealthProbe(Services& services) : services_(services), integrity_(services.store.sqlite_path()) {}

HealthProbe::~HealthProbe() {
  *alive_ = false;
  services_.loop.cancel(timer_);
}

void HealthProbe::ask(Then then) {
  if (has_answer_ && services_.loop.steady_ms() - last_ms_ < kHoldsMs) return then(last_);
  waiting_.push_back(std::move(then));
  if (timer_ == 0) {
    timer_ = services_.loop.after(kProbePatienceMs, [this] {
      timer_ = 0;
      answer("the store does not answer");
    });
  }
  if (!is_running_) start();
}

void HealthProbe::start() {
  is_running_ = true;
  services_.store.post([now = services_.loop.wall_ms()](store::Store& store) { store.probe(now); },
                       [this, alive = alive_, &loop = services_.loop](const std::string& failure) {
                         loop.post([this, alive, failure] {
                           if (*alive) write_answered(failure);
                         });
                       });
}

void HealthProbe::write_answered(const std::string& failure) {
  write_failure_ = failure;
  if (!failure.empty()) return check_answered("");
  integrity_.ask([this, alive = alive_, &loop = services_.loop](const std::string& damage) {
    loop.post([this, alive, damage] {
      if (*alive) check_answered(damage);
    });
  });
}

void HealthProbe::check_answered(const std::string& failure) {
  is_running_ = false;
  services_.loop.cancel(timer_);
  timer_ = 0;
  answer(write_failure_.empty() ? failure : write_failure_);
}

void HealthProbe::answer(const std::string& failure) {
  if (failure != last_) {
    if (failure.empty())
      services_.log.notice("store_recovered");
    else
      services_.log.error("store_unwell", {{"reason", failure}});
  }
  last_ = failure;
  last_ms_ = services_.loop.steady_ms();
  has_answer_ = true;
  for (const Then& one : std::exchange(waiting_, {})) one(failure);
}

}  // namespace partita::server
