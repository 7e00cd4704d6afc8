#include "work/job.h"

#include <boost/json.hpp>

namespace partita::work {

namespace {

namespace json = boost::json;

/// A JSON object whose members are all texts.
base::Parsed<std::vector<std::string>> read_texts(std::string_view text, std::initializer_list<const char*> names) {
  json::error_code error;
  const json::value value = json::parse(json::string_view(text.data(), text.size()), error);
  if (error) return base::Error{"not JSON: " + error.message()};
  const json::object* object = value.if_object();
  if (object == nullptr) return base::Error{"not a JSON object"};
  std::vector<std::string> texts;
  for (const char* name : names) {
    const json::value* member = object->if_contains(name);
    if (member == nullptr || !member->is_string()) return base::Error{std::string("missing or bad field ") + name};
    texts.emplace_back(member->get_string());
  }
  return texts;
}

}  // namespace

std::string write_job_line(const Job& job) {
  return json::serialize(json::object{{"id", job.id}, {"kind", job.kind}, {"payload", job.payload}});
}

base::Parsed<Job> read_job_line(std::string_view text) {
  auto texts = read_texts(text, {"id", "kind", "payload"});
  if (!texts) return texts.error_at("job");
  return Job{(*texts)[0], (*texts)[1], (*texts)[2]};
}

std::string write_result_line(const JobResult& result) {
  return json::serialize(
      json::object{{"id", result.id}, {"text", result.text}, {"error", result.error}, {"worker", result.worker}});
}

base::Parsed<JobResult> read_result_line(std::string_view text) {
  auto texts = read_texts(text, {"id", "text", "error", "worker"});
  if (!texts) return texts.error_at("result");
  return JobResult{(*texts)[0], (*texts)[1], (*texts)[2], (*texts)[3]};
}

}  // namespace partita::work
