#include "learn/rule_sums.h"

#include <concepts>
#include <istream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "catalog/game_list.h"

namespace partita::learn {

namespace {

/// A pseudo-random number for each fact of a position (kind, ply, index). Facts are added up: two positions that differ
/// in one have different sums.
std::uint64_t weight(std::uint64_t kind, std::uint64_t ply, std::uint64_t index) {
  return base::mix64(base::mix64(kind * 1000 + ply) ^ index);
}
enum Kind : std::uint64_t { kLegal, kWins, kPlanes };

struct Sums {
  std::uint64_t legal = 0;
  std::uint64_t wins = 0;
  std::uint64_t planes = 0;

  void add_planes(const std::vector<std::uint8_t>& seen, std::uint64_t ply) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != 0) planes += weight(kPlanes, ply, i) * seen[i];
    }
  }
};

/// A game that shows its policy network's planes: what is learnt on tensors.
template <class G>
concept HasPolicyPlanes = requires(const typename G::Position& pos, std::vector<std::uint8_t>& planes) {
  G::policy_planes(pos, planes);
  { G::policy_grid(pos.side()).cells.size() } -> std::convertible_to<std::size_t>;
};

/// Two players, no swap of any kind: nothing that tensors do not play.
template <class G>
base::Parsed<typename G::Rules> plain_rules(int side) {
  base::OptionValues values = {{"side", std::to_string(side)}};
  for (const base::OptionSpec& option : G::rule_options()) {
    if (option.name == "swap" || option.name == "pie") values[option.name] = "off";
  }
  return G::make_rules(values);
}

/// Counted row by row; where only a part of a square grid is the board, in the whole of it.
template <class G>
int place_of(const typename G::Position& pos, typename G::Move move) {
  if constexpr (requires { move.cell(); }) {
    const nets::ConvolutionGrid& grid = G::policy_grid(pos.side());
    const std::size_t at = grid.cells[static_cast<std::size_t>(move.cell())];
    return static_cast<int>((at / grid.width - 1) * (grid.width - 2) + at % grid.width - 1);
  } else {
    return move.cell;
  }
}

template <class G>
std::string result_of(const typename G::Position& pos) {
  if (!pos.is_over()) return "open";
  std::string text = pos.payoff(0) == game::kPoint ? "0" : "1";
  for (const std::string& score : G::scores(pos)) text += " " + score;
  return text;
}

template <class G>
base::Parsed<std::string> sums_of(int side, const std::vector<int>& places) {
  const auto rules = plain_rules<G>(side);
  if (!rules) return rules.forward_error();
  const bool has_planes = !G::policy_inputs(*rules).empty();
  auto pos = G::initial(*rules);
  Sums sums;
  std::vector<std::uint8_t> planes;
  std::uint64_t ply = 0;
  for (const int place : places) {
    if (pos.is_over()) return base::Error{"the game is over after " + std::to_string(ply) + " plies"};
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    typename G::Move played{};
    for (const auto move : moves) {
      const int at = place_of<G>(pos, move);
      sums.legal += weight(kLegal, ply, static_cast<std::uint64_t>(at));
      if (at == place) played = move;
      if constexpr (game::HasThreats<G>) {
        auto next = pos;
        next.play(move);
        if (next.is_over()) sums.wins += weight(kWins, ply, static_cast<std::uint64_t>(at));
      }
    }
    if (played == typename G::Move{})
      return base::Error{"ply " + std::to_string(ply + 1) + ": place " + std::to_string(place) + " may not be played"};
    if (has_planes) {
      G::policy_planes(pos, planes);
      sums.add_planes(planes, ply);
    }
    pos.play(played);
    ++ply;
  }
  std::ostringstream line;
  line << std::hex << sums.legal << ' ' << sums.wins << ' ' << sums.planes << ' ' << result_of<G>(pos);
  return line.str();
}

using SumsOf = base::Parsed<std::string> (*)(int side, const std::vector<int>& places);

template <game::Game... Games>
SumsOf find_sums(std::string_view game, std::string& known, catalog::GameList<Games...>) {
  SumsOf found = nullptr;
  const auto look = [&]<class G>() {
    if constexpr (HasPolicyPlanes<G>) {
      if (G::kName == game) found = sums_of<G>;
      known += (known.empty() ? "" : ", ") + std::string(G::kName);
    }
  };
  (look.template operator()<Games>(), ...);
  return found;
}

}  // namespace

base::Parsed<base::Done> write_rule_sums(std::string_view game, std::istream& games, std::ostream& sums) {
  std::string known;
  const SumsOf sums_of_game = find_sums(game, known, catalog::AllGames{});
  if (sums_of_game == nullptr)
    return base::Error{"the rules of " + base::quoted(game) + " exist once only; known: " + known};
  int number = 0;
  for (std::string line; std::getline(games, line);) {
    ++number;
    std::istringstream words(line);
    int side = 0;
    words >> side;
    std::vector<int> places;
    for (int place = 0; words >> place;) places.push_back(place);
    if (!words.eof()) return base::Error{"line " + std::to_string(number) + ": expected a side and places, as numbers"};
    const auto told = sums_of_game(side, places);
    if (!told) return told.error_at("line " + std::to_string(number));
    sums << *told << '\n';
  }
  return base::Done{};
}

}  // namespace partita::learn
