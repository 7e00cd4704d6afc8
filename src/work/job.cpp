#include "work/job.h"

#include <boost/json.hpp>

#include "record/json_fields.h"

namespace partita::work {

namespace json = boost::json;

std::string write_job_line(const Job& job) {
  return json::serialize(json::object{{"id", job.id}, {"kind", job.kind}, {"payload", job.payload}});
}

base::Parsed<Job> read_job_line(std::string_view text) {
  const auto value = record::parse_json(text);
  if (!value) return value.error_at("job");
  record::JsonFault fault;
  record::JsonFields fields(*value, "job", &fault);
  Job job{fields.free_text("id"), fields.free_text("kind"), fields.free_text("payload")};
  if (!fault.empty()) return base::Error{fault.text()};
  return job;
}

std::string write_result_line(const JobResult& result) {
  return json::serialize(
      json::object{{"id", result.id}, {"text", result.text}, {"error", result.error}, {"worker", result.worker}});
}

base::Parsed<JobResult> read_result_line(std::string_view text) {
  const auto value = record::parse_json(text);
  if (!value) return value.error_at("result");
  record::JsonFault fault;
  record::JsonFields fields(*value, "result", &fault);
  JobResult result{fields.free_text("id"), fields.free_text("text"), fields.free_text("error"),
                   fields.free_text("worker")};
  if (!fault.empty()) return base::Error{fault.text()};
  return result;
}

}  // namespace partita::work
