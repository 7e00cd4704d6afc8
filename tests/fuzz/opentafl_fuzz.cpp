// OpenTafl game records.
#include "fuzz/fuzz_input.h"
#include "record/game_files.h"
#include "record/opentafl.h"
#include "record/replay.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::record;
  const std::string_view text = partita::fuzz::text_of(data, size);
  (void)detect_format(text);
  const auto records = read_opentafl(text);
  if (!records) return 0;
  for (const GameRecord& record : *records) must(replay(record).ok(), "a record that was read replays");
  must(read_records(write_records(*records)).ok(), "it can be kept in our own form");
  const auto written = write_opentafl(*records);
  if (written) must(read_opentafl(*written).ok(), "a written record is read again");
  return 0;
}
