#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "game/profile.h"
#include "search/win_chance.h"

namespace partita::catalog {

/// A named engine configuration: the switches in which it differs from their declared defaults.
struct Preset {
  std::string name;
  std::string help;
  base::OptionValues values;
  /// Laid over them with as=program; empty where no author's program is known.
  base::OptionValues program = {};
};

/// Presets of a game, the default first. A game without its own gets the general ones.
const std::vector<Preset>& presets_of(std::string_view game);
/// How evaluations of the default evaluator turn into chances under these rules (every option with its value).
search::ChanceCurve chance_curve(const game::Profile& profile, const base::OptionValues& rules);

/// A strength that people choose. The stronger levels look at so many positions a move. The weaker err as people do:
/// they look only a few plies ahead, now one more and now one less, and do not always take the move they like best.
struct Level {
  int level = 1;
  std::string name;
  std::string preset;       ///< the engine below
  std::uint64_t nodes = 0;  ///< a move, where there is no noise
  int depth = 0;            ///< plies, where there is
  double spread = 0;     ///< the move it likes n-th best is taken exp(-n / spread) times as often; 0: there is no noise
  double tolerance = 1;  ///< and a move that gives away this much winning chance, 1/e times as often
};

/// The ten levels of a game, the weakest first; each is a preset too, "level-1" to "level-10". Empty for unknown games.
const std::vector<Level>& levels_of(std::string_view game);
/// The level of a preset's name, or null.
const Level* level_of_preset(std::string_view game, std::string_view preset);

}  // namespace partita::catalog
