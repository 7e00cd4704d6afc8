// Option values as command line, protocol and records give them, against the declarations of every game.
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "catalog/games.h"
#include "fuzz/fuzz_input.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  const std::string_view text = fuzz::text_of(data, size);
  (void)catalog::read_engine_spec(text);
  const auto values = base::read_values(text);
  if (!values) return 0;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    const auto checked = base::checked_values(game.rule_options, *values);
    if (!checked) continue;
    const auto written = base::read_values(base::write_values(game.rule_options, *checked));
    must(written.ok(), "written values are read again");
    const auto position = catalog::AnyPosition::initial(game.name, *checked);
    if (position)
      must(catalog::AnyPosition::initial(game.name, position->rules()).ok(), "a position's rules can be used");
  }
  return 0;
}
