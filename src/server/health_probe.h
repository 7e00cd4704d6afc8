#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/services.h"
#include "store/integrity_check.h"

namespace partita::server {

/// Whether the store can be written to, found out by writing. An answer holds for a second, so that asking is cheap
/// whoever asks. Lives on the loop.
class HealthProbe {
 public:
  using Then = std::function<void(const std::string& failure)>;

  explicit HealthProbe(Services& services);
  ~HealthProbe();
  HealthProbe(const HealthProbe&) = delete;
  HealthProbe& operator=(const HealthProbe&) = delete;

  /// Calls back on the loop, now or within seconds, with what is wrong; empty if nothing is.
  void ask(Then then);

 private:
  void start();
  void write_answered(const std::string& failure);
  void check_answered(const std::string& failure);
  void answer(const std::string& failure);

  Services& services_;
  std::vector<Then> waiting_;
  bool is_running_ = false;  ///< the store has not answered yet, though the waiting may have been
  std::string write_failure_;
  std::string last_;
  std::int64_t last_ms_ = 0;
  bool has_answer_ = false;
  Loop::TimerId timer_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  store::IntegrityCheck integrity_;  // last: its thread ends before the rest goes
};

}  // namespace partita::server
