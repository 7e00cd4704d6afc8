#include <cstdio>

#include "apps/command.h"
#include "catalog/games.h"

namespace partita::apps {

Action add_games_command(Arguments&) {
  return [] {
    for (const catalog::GameEntry& game : catalog::all_games()) {
      std::printf("%s: %s\n", game.name.c_str(), game.title.c_str());
      for (const base::OptionSpec& option : game.rule_options) {
        std::printf("  --%s (default %s): %s\n", option.name.c_str(), option.default_value.c_str(), option.help.c_str());
      }
    }
    return kExitFine;
  };
}

}  // namespace partita::apps
