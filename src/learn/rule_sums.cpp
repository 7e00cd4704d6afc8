#include "learn/rule_sums.h"

#include <istream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "games/hex/distance.h"
#include "games/hex/hex.h"
#include "games/omega/grid.h"
#include "games/omega/omega.h"
#include "games/omega/score.h"

namespace partita::learn {

namespace {

namespace hex = games::hex;
namespace omega = games::omega;

/// A number for each thing that may be so in a position: what differs in one of them differs in the sum.
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

struct HexRules {
  using Game = hex::Hex;
  static constexpr int kLeastSide = 5;
  static constexpr int kMostSide = 13;
  static hex::Position start(int side) { return hex::Position({side, false}); }
  static int place(const hex::Position&, hex::Move move) { return move.cell; }
  static void add_wins(const hex::Position& pos, std::uint64_t ply, Sums& sums) {
    hex::for_each_winning_cell(pos, static_cast<game::Seat>(pos.to_move()),
                               [&](int cell) { sums.wins += weight(kWins, ply, static_cast<std::uint64_t>(cell)); });
  }
  static std::string result(const hex::Position& pos) { return std::to_string(pos.winner()); }
};

struct OmegaRules {
  using Game = omega::Omega;
  static constexpr int kLeastSide = 3;
  static constexpr int kMostSide = 10;
  static omega::Position start(int side) {
    return omega::Position(omega::Rules{side, 2, omega::TieRule::kLastWins, false});
  }
  static int place(const omega::Position& pos, omega::Move move) {
    const unsigned bit = omega::geometry(pos.side()).grid_bit[static_cast<std::size_t>(move.cell())];
    const unsigned width = omega::grid_cells(pos.side()).width;
    return static_cast<int>(bit / width) * (2 * pos.side() - 1) + static_cast<int>(bit % width);
  }
  static void add_wins(const omega::Position&, std::uint64_t, Sums&) {}
  static std::string result(const omega::Position& pos) {
    const bool white_wins = pos.payoff(pos.seat_of(omega::kWhite)) == game::kPoint;
    return std::string(white_wins ? "0" : "1") + " " + omega::write_exact(pos.score(omega::kWhite)) + " " +
           omega::write_exact(pos.score(omega::kBlack));
  }
};

template <class Rules>
base::Parsed<std::string> sums_of(int side, const std::vector<int>& places) {
  using Game = typename Rules::Game;
  if (side < Rules::kLeastSide || side > Rules::kMostSide) {
    return base::Error{"expected a side of " + std::to_string(Rules::kLeastSide) + " to " +
                       std::to_string(Rules::kMostSide) + ", found " + std::to_string(side)};
  }
  auto pos = Rules::start(side);
  Sums sums;
  std::vector<std::uint8_t> planes;
  std::uint64_t ply = 0;
  for (const int place : places) {
    if (pos.is_over()) return base::Error{"the game is over after " + std::to_string(ply) + " plies"};
    game::MoveList<Game> moves;
    Game::generate_moves(pos, moves);
    typename Game::Move played{};
    for (const auto move : moves) {
      const int at = Rules::place(pos, move);
      sums.legal += weight(kLegal, ply, static_cast<std::uint64_t>(at));
      if (at == place) played = move;
    }
    if (played == typename Game::Move{})
      return base::Error{"ply " + std::to_string(ply + 1) + ": place " + std::to_string(place) + " may not be played"};
    Rules::add_wins(pos, ply, sums);
    Game::policy_planes(pos, planes);
    sums.add_planes(planes, ply);
    pos.play(played);
    ++ply;
  }
  std::ostringstream line;
  line << std::hex << sums.legal << ' ' << sums.wins << ' ' << sums.planes << ' '
       << (pos.is_over() ? Rules::result(pos) : "open");
  return line.str();
}

}  // namespace

base::Parsed<base::Done> write_rule_sums(std::string_view game, std::istream& games, std::ostream& sums) {
  if (game != hex::Hex::kName && game != omega::Omega::kName)
    return base::Error{"the rules of " + base::quoted(game) + " exist once only; known: hex, omega"};
  int number = 0;
  for (std::string line; std::getline(games, line);) {
    ++number;
    std::istringstream words(line);
    int side = 0;
    words >> side;
    std::vector<int> places;
    for (int place = 0; words >> place;) places.push_back(place);
    if (!words.eof()) return base::Error{"line " + std::to_string(number) + ": expected a side and places, as numbers"};
    const auto told = game == hex::Hex::kName ? sums_of<HexRules>(side, places) : sums_of<OmegaRules>(side, places);
    if (!told) return told.error_at("line " + std::to_string(number));
    sums << *told << '\n';
  }
  return base::Done{};
}

}  // namespace partita::learn
