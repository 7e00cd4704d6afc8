// Position texts and moves of every game: first byte a game, then a position text up to the line's end, then moves.
#include "base/text.h"
#include "catalog/any_position.h"
#include "draw/board_text.h"
#include "fuzz/fuzz_input.h"

using partita::catalog::AnyPosition;
using partita::fuzz::must;

namespace {

void check_round_trip(const partita::fuzz::GameChoice& choice, const AnyPosition& position) {
  if (position.is_over()) return;
  const auto again = AnyPosition::from_text(choice.game, choice.rules, position.text());
  must(again.ok(), "a position's text is read again");
  must(again->text() == position.text(), "a position's text is stable");
  must(again->key() == position.key(), "a position's key follows from its text");
  must(!position.legal_moves().empty(), "a game that goes on has a move");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto& choice = partita::fuzz::choose_game(static_cast<char>(data[0]));
  const std::string_view text = partita::fuzz::text_of(data + 1, size - 1);
  const std::size_t line_end = std::min(text.find('\n'), text.size());
  auto position = AnyPosition::from_text(choice.game, choice.rules, text.substr(0, line_end));
  if (!position) return 0;
  check_round_trip(choice, *position);
  for (const std::string_view word : partita::base::words(text.substr(line_end))) {
    const std::string before = position->text();
    const auto played = partita::catalog::play_word(*position, word);
    if (played) continue;
    must(position->text() == before, "a refused move changes nothing");
    break;
  }
  check_round_trip(choice, *position);
  must(!partita::draw::board_text(position->view()).empty(), "a position can be drawn");
  while (position->undo()) {
  }
  must(position->text() == position->start_text(), "undo leads back to the start");
  return 0;
}
