// Jobs and results as they come from a queue, and what servers and workers tell each other about searches: read or
// refused, and written the same.
// Room: work
#include "arena/game_job.h"
#include "fuzz/fuzz_input.h"
#include "work/job.h"
#include "work/search_message.h"
#include "work/worker_card.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  const std::string_view text = fuzz::text_of(data, size);
  if (const auto job = work::read_job_line(text)) {
    const auto again = work::read_job_line(work::write_job_line(*job));
    must(again.ok() && again->id == job->id && again->payload == job->payload, "a written job is read again");
    (void)arena::read_job(job->payload);
  }
  if (const auto result = work::read_result_line(text)) {
    must(work::read_result_line(work::write_result_line(*result)).ok(), "a written result is read again");
    (void)arena::read_outcome(result->text);
  }
  if (const auto job = arena::read_job(text))
    must(arena::read_job(arena::write_job(*job)).ok(), "a written game job is read again");
  if (const auto outcome = arena::read_outcome(text)) {
    must(arena::read_outcome(arena::write_outcome(*outcome)).ok(), "a written outcome is read again");
  }
  (void)work::read_worker_card(text);
  if (const auto command = work::read_search_command(text)) {
    const auto again = work::read_search_command(work::write_search_command(*command));
    must(again.ok() && again->question.index() == command->question.index(), "a written question is read again");
  }
  if (const auto reply = work::read_search_update(text)) {
    const auto again = work::read_search_update(work::write_search_update(*reply));
    must(again.ok() && again->lines.size() == reply->lines.size(), "a written answer is read again");
  }
  if (const auto beat = work::read_heartbeat(text))
    must(work::read_heartbeat(work::write_heartbeat(*beat)).ok(), "a heartbeat is read again");
  return 0;
}
