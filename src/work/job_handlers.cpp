#include "work/job_handlers.h"

#include <exception>

#include "arena/player.h"
#include "arena/runner.h"
#include "protocol/review_text.h"
#include "record/declared_json.h"
#include "record/replay.h"
#include "study/review.h"
#include "work/proof_job.h"

namespace partita::work {

namespace {

class GameHandler final : public JobHandler {
 public:
  explicit GameHandler(Programs programs) : programs_(programs) {}

  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
    const auto job = record::read_object<arena::GameJob>(payload);
    if (!job) return job.forward_error();
    for (const std::string& seat : job->seats) {
      if (programs_ == Programs::kRefused && arena::starts_program(seat)) {
        return base::Error{"'" + seat + "': this worker starts no other programs (partita worker --programs)"};
      }
    }
    const auto outcome = player_.play(*job, stop);
    if (!outcome) return outcome.forward_error();
    if (outcome->game.stopped) return base::Error{"stopped"};
    return record::write_object(*outcome);
  }

 private:
  Programs programs_;
  arena::JobPlayer player_;
};

class ReviewHandler final : public JobHandler {
 public:
  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
    const auto job = record::read_object<ReviewJob>(payload);
    if (!job) return job.forward_error();
    return review(*job, stop);
  }

 private:
  static base::Parsed<std::string> review(const ReviewJob& job, const base::StopFlag& stop) {
    const auto records = record::read_records(job.record);
    if (!records) return records.forward_error();
    if (records->size() != 1) return base::Error{"review: expected one record"};
    const auto position = record::replay(records->front());
    if (!position) return position.forward_error();
    auto spec = catalog::read_engine_spec(job.engine);
    if (!spec) return spec.forward_error();
    study::ReviewRequest request;
    request.engine = std::move(*spec);
    request.limits.nodes = static_cast<std::uint64_t>(job.nodes);
    request.stop = &stop;
    const auto reviewed = study::review_game(*position, request);
    if (!reviewed) return reviewed.forward_error();
    return record::write_record(protocol::annotate_record(records->front(), *reviewed));
  }
};

}  // namespace

base::Parsed<std::string> HandlerRegistry::PerThread::perform(const Job& job, const base::StopFlag& stop) {
  std::unique_ptr<JobHandler>& handler = handlers_[job.kind];
  if (handler == nullptr) {
    const auto known = registry_.handlers_.find(job.kind);
    if (known == registry_.handlers_.end()) return base::Error{"unknown kind of job '" + job.kind + "'"};
    handler = known->second();
  }
  try {
    return handler->perform(job.payload, stop);
  } catch (const std::exception& problem) {
    handler.reset();  // whatever state it was in
    return base::Error{problem.what()};
  }
}

HandlerRegistry standard_handlers(Programs programs, std::size_t proof_mebibytes) {
  HandlerRegistry registry;
  registry.add(kGameKind, [programs] { return std::make_unique<GameHandler>(programs); });
  registry.add(kReviewKind, [] { return std::make_unique<ReviewHandler>(); });
  registry.add(kProofKind, [proof_mebibytes] { return make_proof_handler(proof_mebibytes); });
  return registry;
}

}  // namespace partita::work
