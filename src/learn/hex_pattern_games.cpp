#include "learn/hex_pattern_games.h"

#include <fstream>
#include <vector>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "games/hex/hex.h"
#include "games/hex/patterns.h"
#include "learn/random_opening.h"
#include "study/engine.h"

namespace partita::learn {

namespace {

namespace hex = games::hex;

void append(std::string& bytes, int number) {
  bytes.push_back(static_cast<char>(number & 0xFF));
  bytes.push_back(static_cast<char>(number >> 8 & 0xFF));
}

/// One position with the move that was chosen in it.
base::Parsed<std::string> sample_of(const catalog::AnyPosition& position, const hex::Rules& rules,
                                    const std::string& move) {
  const auto pos = hex::Notation::read_position(rules, position.text());
  if (!pos) return pos.forward_error();
  const auto chosen = hex::Notation::read_move(*pos, move);
  if (!chosen) return chosen.forward_error();
  const hex::RimmedBoard board(*pos);
  std::string patterns;
  int count = 0;
  int index = 0;
  for (int cell = 0; cell < pos->cell_count(); ++cell) {
    if (pos->at(cell) != 0) continue;
    if (cell == chosen->cell) index = count;
    ++count;
    const auto mover = static_cast<game::Seat>(pos->to_move());
    const hex::PlacePattern seen = hex::pattern_at(board, hex::RimmedBoard::place_of(cell, pos->side()), mover);
    for (const int number : {seen.ring, seen.bridges, seen.edges}) append(patterns, number);
  }
  std::string sample;
  append(sample, count);
  append(sample, index);
  return sample + patterns;
}

}  // namespace

base::Parsed<int> write_pattern_games(const PatternPlan& plan, const std::string& path) {
  const base::OptionValues values = {{"side", std::to_string(plan.side)}, {"swap", "off"}};
  auto start = catalog::AnyPosition::initial(hex::Hex::kName, values);
  if (!start) return start.forward_error();
  const auto rules = hex::make_rules(values);
  const auto spec = catalog::read_engine_spec(plan.engine);
  if (!spec) return spec.forward_error();
  auto engine = study::make_engine(hex::Hex::kName, values, *spec);
  if (!engine) return engine.forward_error();
  std::ofstream file(path, std::ios::binary | std::ios::app);
  base::Random random(plan.seed);
  catalog::SearchRequest request;
  request.limits.nodes = plan.nodes;
  int positions = 0;
  for (int game = 0; game < plan.games; ++game) {
    const int plies = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(plan.most_random_plies)));
    catalog::AnyPosition position = random_opening(*start, plies, random);
    (*engine)->new_game();
    while (!position.is_over()) {
      const std::string move = (*engine)->search(position, request).best_move;
      const auto sample = sample_of(position, *rules, move);
      if (!sample) return sample.forward_error();
      file << *sample;
      ++positions;
      if (const auto played = position.play(move); !played) return played.forward_error();
    }
  }
  if (!file.flush()) return base::Error{path + ": cannot be written"};
  return positions;
}

}  // namespace partita::learn
