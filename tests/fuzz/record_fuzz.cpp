// Game records: whatever is read is written the same for ever, and replay never crashes.
#include "fuzz/fuzz_input.h"
#include "record/record_json.h"
#include "record/replay.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::record;
  const auto records = read_records(partita::fuzz::text_of(data, size));
  if (!records) return 0;
  const std::string once = write_records(*records);
  const auto again = read_records(once);
  must(again.ok(), "a written record is read again");
  must(again->size() == records->size(), "no game is lost");
  must(write_records(*again) == once, "writing is stable");
  for (const GameRecord& record : *records) (void)replay(record);
  return 0;
}
