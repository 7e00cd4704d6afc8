// Game records in JSON: what is read can be written in both forms and read again.
#include "fuzz/fuzz_input.h"
#include "record/record_json.h"
#include "record/replay.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::record;
  const auto records = read_json(partita::fuzz::text_of(data, size));
  if (!records) return 0;
  const auto again = read_json(write_json(*records));
  must(again.ok(), "written JSON is read again");
  must(write_json(*again) == write_json(*records), "writing is stable");
  must(read_records(write_records(*records)).ok(), "what JSON holds the text form holds");
  for (const GameRecord& record : *records) (void)replay(record);
  return 0;
}
