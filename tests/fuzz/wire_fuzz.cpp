// Messages of pages: JSON from outside, and the fields every message is taken apart with.
// Room: server
#include "fuzz/fuzz_input.h"
#include "record/json_fields.h"
#include "server/wire.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  const auto value = record::parse_json(fuzz::text_of(data, size));
  if (!value) {
    must(!value.error().empty(), "a refusal names the place");
    return 0;
  }
  record::JsonFault fault;
  record::JsonFields fields(*value, "message", &fault);
  const std::string type = fields.text_or("type", "", 32);
  const std::string move = fields.text_or("move", "", 64);
  (void)fields.texts_or_none("tokens", 64, 8);
  (void)fields.integers_or_none("plies", 0, 1000, 16);
  (void)fields.integer_or("request", 0, 0, 1'000'000'000);
  (void)fields.string_map("rules", 64);
  if (auto limits = fields.object_or_none("limits")) (void)limits->integer_or("time_ms", 0, 0, 60'000);
  for (record::JsonFields& seat : fields.objects("seats", 4)) (void)seat.text_or("kind", "", 16);
  fields.finish();
  const auto& choice = fuzz::choose_game(type.empty() ? '0' : type[0]);
  auto position = catalog::AnyPosition::initial(choice.game, choice.rules);
  const std::string before = position->text();
  if (!server::play_for_view(*position, move)) must(position->text() == before, "a refused move changes nothing");
  (void)server::position_to_json(*position, position->view(), server::Legal::kListed);
  return 0;
}
