#include "catalog/idle_switches.h"

#include "catalog/game_list.h"
#include "game/refinements.h"

namespace partita::catalog {

namespace {

/// Each step asks for its refinement by `if constexpr` where it stands in src/search; here the same questions are told
/// to people.
template <game::Game G>
void add_idle_switches(std::vector<std::string>& idle) {
  const auto add_unless = [&idle](bool is_felt, const char* name) {
    if (!is_felt) idle.emplace_back(name);
  };
  add_unless(game::HasThreats<G>, "static_win_test");
  add_unless(game::HasThreats<G>, "forced_reply_extension");
  add_unless(game::HasForcingMoves<G> || game::HasThreats<G>, "quiescence");
  add_unless(game::HasMoveHints<G>, "move_hints");
  add_unless(game::HasPass<G>, "null_move");
  add_unless(game::HasKnownMoves<G>, "endgame");
  add_unless(game::HasRepetition<G>, "cycle_draw");
  add_unless(game::HasKnownMoves<G>, "own_book");
  add_unless(game::HasPlayout<G>, "margin_weight");
  add_unless(game::HasPlayout<G>, "prior_weight");
}

template <game::Game... Games>
std::vector<std::string> idle_switches_in(GameList<Games...>, std::string_view game) {
  std::vector<std::string> idle;
  const auto look_at = [&]<class G>(const G*) {
    if (G::kName == game) add_idle_switches<G>(idle);
  };
  (look_at(static_cast<const Games*>(nullptr)), ...);
  return idle;
}

}  // namespace

std::vector<std::string> idle_switches(std::string_view game) { return idle_switches_in(AllGames{}, game); }

}  // namespace partita::catalog
