#include "work/job.h"

#include "record/declared_json.h"

namespace partita::work {

std::string write_job_line(const Job& job) { return record::write_object(job); }
base::Parsed<Job> read_job_line(std::string_view text) { return record::read_object<Job>(text, "job"); }
std::string write_result_line(const JobResult& result) { return record::write_object(result); }
base::Parsed<JobResult> read_result_line(std::string_view text) {
  return record::read_object<JobResult>(text, "result");
}

}  // namespace partita::work
