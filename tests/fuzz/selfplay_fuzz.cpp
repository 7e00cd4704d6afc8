// Self-play files behind their checksums: headers and games from any bytes, and what is read is written the same.
// Room: lab
#include "fuzz/fuzz_input.h"
#include "lab/selfplay_code.h"
#include "record/declared_json.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  if (size == 0) return 0;
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  if (const auto header = record::read_object<lab::SelfplayHeader>(text)) {
    const auto again = record::read_object<lab::SelfplayHeader>(record::write_object(*header));
    must(again.ok() && *again == *header, "a written header is read again");
  }
  const auto& choice = fuzz::choose_game(static_cast<char>(data[0]));
  const lab::SelfplayHeader header{choice.game, choice.rules, "partita", "nodes=1", 1};
  std::string_view rest = text;
  lab::SelfplayGame game;
  while (!rest.empty() && lab::decode_game(header, rest, game)) {
    std::string bytes;
    must(lab::encode_game(header, game, bytes), "a game that was read can be written");
    std::string_view written = bytes;
    lab::SelfplayGame same;
    must(lab::decode_game(header, written, same) && written.empty(), "and read again");
    must(same.plies.size() == game.plies.size() && same.number == game.number, "as the same game");
  }
  return 0;
}
