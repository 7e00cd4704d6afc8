#include "work/job_handlers.h"

#include <boost/json.hpp>
#include <exception>

#include "arena/player.h"
#include "arena/runner.h"
#include "protocol/game_review.h"
#include "protocol/review_text.h"
#include "record/replay.h"

namespace partita::work {

namespace {

namespace json = boost::json;

class GameHandler final : public JobHandler {
 public:
  explicit GameHandler(Programs programs) : programs_(programs) {}

  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
    const auto job = arena::read_job(payload);
    if (!job) return job.forward_error();
    for (const std::string& seat : job->seats) {
      if (programs_ == Programs::kRefused && arena::starts_program(seat)) {
        return base::Error{"'" + seat + "': this worker starts no other programs (partita worker --programs)"};
      }
    }
    const auto outcome = player_.play(*job, stop);
    if (!outcome) return outcome.forward_error();
    if (outcome->game.stopped) return base::Error{"stopped"};
    return write_outcome(*outcome);
  }

 private:
  Programs programs_;
  arena::JobPlayer player_;
};

class ReviewHandler final : public JobHandler {
 public:
  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag&) override {
    json::error_code error;
    const json::value value = json::parse(payload, error);
    if (error || !value.is_object()) return base::Error{"review: not a JSON object"};
    const json::value* record = value.get_object().if_contains("record");
    const json::value* engine = value.get_object().if_contains("engine");
    const json::value* nodes = value.get_object().if_contains("nodes");
    if (record == nullptr || !record->is_string() || engine == nullptr || !engine->is_string() || nodes == nullptr ||
        !nodes->is_int64() || nodes->get_int64() < 1) {
      return base::Error{"review: needs record, engine and nodes"};
    }
    return review(std::string(record->get_string()), std::string(engine->get_string()),
                  static_cast<std::uint64_t>(nodes->get_int64()));
  }

 private:
  static base::Parsed<std::string> review(const std::string& text, const std::string& engine, std::uint64_t nodes) {
    const auto records = record::read_records(text);
    if (!records) return records.forward_error();
    if (records->size() != 1) return base::Error{"review: expected one record"};
    const auto position = record::replay(records->front());
    if (!position) return position.forward_error();
    auto spec = catalog::read_engine_spec(engine);
    if (!spec) return spec.forward_error();
    protocol::ReviewRequest request;
    request.engine = std::move(*spec);
    request.limits.nodes = nodes;
    const auto reviewed = protocol::review_game(*position, request);
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

HandlerRegistry standard_handlers(Programs programs) {
  HandlerRegistry registry;
  registry.add(kGameKind, [programs] { return std::make_unique<GameHandler>(programs); });
  registry.add(kReviewKind, [] { return std::make_unique<ReviewHandler>(); });
  return registry;
}

std::string write_review_job(const ReviewJob& job) {
  return json::serialize(json::object{{"record", job.record}, {"engine", job.engine}, {"nodes", job.nodes}});
}

}  // namespace partita::work
