// Opening files: first byte a game, then lines.
#include "fuzz/fuzz_input.h"
#include "record/openings.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::record;
  if (size < 2) return 0;
  const auto& choice = partita::fuzz::choose_game(static_cast<char>(data[0]));
  const auto openings = read_openings(partita::fuzz::text_of(data + 1, size - 1), choice.game, choice.rules);
  if (!openings) return 0;
  const std::string once = write_openings(*openings);
  const auto again = read_openings(once, choice.game, choice.rules);
  must(again.ok(), "written openings are read again");
  must(write_openings(*again) == once, "writing is stable");
  return 0;
}
