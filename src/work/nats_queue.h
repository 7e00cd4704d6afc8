#pragma once

#include <chrono>
#include <string>

#include "work/guest_ledger.h"
#include "work/job.h"
#include "work/nats_login.h"

namespace partita::work {

struct DispatchOptions {
  std::string url = "nats://127.0.0.1:4222";
  NatsLogin login;
  std::string run;  ///< names this run on the server; letters and digits
  /// What an earlier dispatcher of this run left on the server is used, or thrown away.
  enum class Leftovers { kUse, kDrop };
  Leftovers leftovers = Leftovers::kDrop;
  std::size_t window = 2000;                        ///< jobs on the server at a time, of those known beforehand
  std::chrono::milliseconds reconcile{5'000};       ///< how often jobs that vanished are looked for
  std::function<void(const std::string&)> on_note;  ///< things people should know; may be empty
  GuestPolicy guests = {};
};

/// Does jobs by workers on a NATS server (nats_worker.h). Exactly one result a job is handed on, whatever workers and
/// server do meanwhile: results are told apart by job id, acknowledged only after they were handed on, and jobs that
/// are neither answered nor on the server any more are published again.
class NatsQueue final : public Queue {
 public:
  explicit NatsQueue(DispatchOptions options) : options_(std::move(options)) {}

 private:
  base::Parsed<base::Done> run_jobs(const std::vector<Job>& jobs, const NextJob& next, const OnResult& on_result,
                                    const base::StopFlag& stop) override;

  DispatchOptions options_;
};

}  // namespace partita::work
