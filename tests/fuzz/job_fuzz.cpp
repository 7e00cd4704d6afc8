// Jobs and results as they come from a queue, and what servers and workers tell each other about searches: read or
// refused, and written the same.
// Room: work
#include "arena/game_job.h"
#include "fuzz/fuzz_input.h"
#include "record/declared_json.h"
#include "work/job.h"
#include "work/search_message.h"
#include "work/worker_card.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  const std::string_view text = fuzz::text_of(data, size);
  if (const auto job = record::read_object<work::Job>(text)) {
    const auto again = record::read_object<work::Job>(record::write_object(*job));
    must(again.ok() && again->id == job->id && again->payload == job->payload, "a written job is read again");
    (void)record::read_object<arena::GameJob>(job->payload);
  }
  if (const auto result = record::read_object<work::JobResult>(text)) {
    must(record::read_object<work::JobResult>(record::write_object(*result)).ok(), "a written result is read again");
    (void)record::read_object<arena::GameOutcome>(result->text);
  }
  if (const auto job = record::read_object<arena::GameJob>(text))
    must(record::read_object<arena::GameJob>(record::write_object(*job)).ok(), "a written game job is read again");
  if (const auto outcome = record::read_object<arena::GameOutcome>(text)) {
    must(record::read_object<arena::GameOutcome>(record::write_object(*outcome)).ok(),
         "a written outcome is read again");
  }
  (void)record::read_object<work::WorkerCard>(text);
  if (const auto command = work::read_search_command(text)) {
    const auto again = work::read_search_command(work::write_search_command(*command));
    must(again.ok() && again->question.index() == command->question.index(), "a written question is read again");
  }
  if (const auto reply = record::read_object<work::SearchUpdate>(text)) {
    const auto again = record::read_object<work::SearchUpdate>(record::write_object(*reply));
    must(again.ok() && again->lines.size() == reply->lines.size(), "a written answer is read again");
  }
  if (const auto beat = record::read_object<work::Heartbeat>(text))
    must(record::read_object<work::Heartbeat>(record::write_object(*beat)).ok(), "a heartbeat is read again");
  return 0;
}
