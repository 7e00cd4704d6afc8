#include "learn/pattern_games.h"

#include <fstream>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "catalog/games.h"
#include "learn/random_opening.h"
#include "study/engine.h"

namespace partita::learn {

namespace {

/// The first game that offers samples.
const catalog::GameEntry* game_with_samples() {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (game.pattern_sample) return &game;
  }
  return nullptr;
}

}  // namespace

base::Parsed<int> write_pattern_games(const PatternPlan& plan, const std::string& path) {
  const catalog::GameEntry* entry = game_with_samples();
  if (entry == nullptr) return base::Error{"no game offers samples of patterns"};
  const base::OptionValues values = {{"side", std::to_string(plan.side)}, {"swap", "off"}};
  auto start = catalog::AnyPosition::initial(entry->name, values);
  if (!start) return start.forward_error();
  const auto spec = catalog::read_engine_spec(plan.engine);
  if (!spec) return spec.forward_error();
  auto engine = study::make_engine(entry->name, values, *spec);
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
      const auto sample = entry->pattern_sample(position.model(), move);
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
