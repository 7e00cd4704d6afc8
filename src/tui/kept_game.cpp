#include "tui/kept_game.h"

#include <algorithm>

#include "base/random.h"
#include "base/text.h"
#include "record/game_files.h"
#include "record/game_record.h"

namespace partita::tui {

namespace {

/// "[Clocks "284123 290000 +5000"]": milliseconds left by seat, and the increment.
constexpr std::string_view kClocksTag = "Clocks";
constexpr std::string_view kSeedTag = "Seed";
constexpr std::string_view kHuman = "human";

std::string write_clocks(const SeatClocks& clocks, int seat_count) {
  std::string text;
  for (int seat = 0; seat < seat_count; ++seat) {
    text += std::to_string(clocks.left_ms(static_cast<catalog::Seat>(seat))) + " ";
  }
  return text + "+" + std::to_string(clocks.increment_ms());
}

/// No clocks at all from a text that was not written by write_clocks().
SeatClocks read_clocks(const std::string& text, int seat_count) {
  const auto words = base::words(text);
  if (static_cast<int>(words.size()) != seat_count + 1 || words.back().substr(0, 1) != "+") return {};
  const auto increment = base::read_int(words.back().substr(1));
  SeatClocks clocks(1, increment.value_or(0));
  for (int seat = 0; seat < seat_count; ++seat) {
    const auto left_ms = base::read_int(words[static_cast<std::size_t>(seat)]);
    if (!left_ms || *left_ms < 0) return {};
    clocks.set_left_ms(static_cast<catalog::Seat>(seat), *left_ms);
  }
  return clocks;
}

/// Names of our engines are engines; programs stay named as they are, for the caller to judge; everybody else is a
/// person.
std::vector<SeatChoice> read_seat_tags(const record::GameRecord& game, const catalog::AnyPosition& position) {
  std::vector<SeatChoice> seats;
  const auto presets = catalog::presets(position.game());
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    const std::string& who = game.tag(record::seat_tag(seat));
    if (who.empty()) return {};
    const auto spec = catalog::read_engine_spec(who);
    const bool is_preset = spec && std::any_of(presets.begin(), presets.end(), [&](const catalog::PresetEntry& preset) {
                             return preset.name == spec->preset;
                           });
    const bool is_engine = is_preset || who.rfind(kProgramPrefix, 0) == 0;
    seats.push_back(is_engine ? SeatChoice{false, who} : SeatChoice{true, ""});
  }
  return seats;
}

}  // namespace

base::Parsed<base::Done> write_kept_game(const std::string& path, const KeptGame& kept) {
  const int seat_count = kept.position.seat_count();
  record::GameRecord game = record::make_record(kept.position, kept.adjudication);
  for (int seat = 0; seat < seat_count; ++seat) {
    const SeatChoice& choice = kept.seats[static_cast<std::size_t>(seat)];
    game.set_tag(record::seat_tag(seat), choice.is_human ? std::string(kHuman) : choice.engine);
  }
  if (kept.clocks.is_limited()) game.set_tag(kClocksTag, write_clocks(kept.clocks, seat_count));
  if (kept.seed != 0) game.set_tag(kSeedTag, std::to_string(kept.seed));
  return record::write_file(path, record::write_record(game));
}

base::Parsed<KeptGame> read_kept_game(const std::string& path) {
  const auto text = record::read_file(path);
  if (!text) return text.forward_error();
  const auto games = record::read_games(*text);
  if (!games) return base::Error{path + ":" + games.error()};
  if (games->empty()) return base::Error{path + " holds no game"};
  const record::GameRecord& game = games->front();
  auto position = record::replay(game);
  if (!position) return base::Error{path + ":" + position.error()};
  const int seat_count = position->seat_count();
  KeptGame kept{*position, read_seat_tags(game, *position), {}, {game.result, game.tag(record::kReasonTag)}, 0};
  if (const auto seed = base::read_int(game.tag(kSeedTag)); seed && *seed > 0) {
    kept.seed = static_cast<std::uint64_t>(*seed) % base::kSeedEnd;
  }
  if (game.has_tag(kClocksTag)) kept.clocks = read_clocks(game.tag(kClocksTag), seat_count);
  return kept;
}

}  // namespace partita::tui
