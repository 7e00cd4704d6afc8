// A second verifier of certificates: plain rules on maps of coordinates, its own texts and symmetries, nothing shared
// with the engine but the file.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "base/random.h"
#include "catalog/solver.h"
#include "games/andantino/naive_rules.h"
#include "kit/effort.h"

namespace partita::catalog {
namespace {

using Stones = std::map<naive::Point, char>;

naive::Point turned(naive::Point p, int symmetry) {
  if (symmetry >= 6) std::swap(p.first, p.second);
  for (int i = 0; i < symmetry % 6; ++i) p = {-p.second, p.first + p.second};
  return p;
}

std::string text_of(const Stones& stones, int side, int symmetry, char mover) {
  Stones image;
  for (const auto& [point, stone] : stones) image[turned(point, symmetry)] = stone;
  std::string text = std::to_string(side) + " ";
  for (int r = 1 - side; r < side; ++r) {
    int empty = 0;
    std::string row;
    for (int q = 1 - side; q < side; ++q) {
      if (std::abs(q + r) >= side) continue;
      const auto stone = image.find({q, r});
      if (stone == image.end()) {
        ++empty;
        continue;
      }
      if (empty > 0) row += std::to_string(empty);
      empty = 0;
      row += stone->second;
    }
    if (empty > 0) row += std::to_string(empty);
    text += (r > 1 - side ? "/" : "") + row;
  }
  return text + (mover == 'W' ? " w" : " b");
}

naive::Point point_of(const std::string& cell, int side) {
  const int row = std::stoi(cell.substr(1)) - side;
  return {cell[0] - 'A' - (side - 1) - row, row};
}

class PlainVerifier {
 public:
  PlainVerifier(int side, char winner, const Certificate& certificate) : side_(side), winner_(winner) {
    for (const auto& [position, move] : certificate.entries) book_[position] = move;
  }
  bool accepts(const naive::Game& game, const Stones& stones) {
    if (!game.kind().empty()) return game.winner() == winner_;
    if (game.mover() == winner_) return answers(game, stones);
    for (const naive::Point& move : game.legal()) {
      if (!accepts_after(game, stones, move)) return false;
    }
    return true;
  }
  std::size_t used() const { return used_.size(); }

 private:
  bool accepts_after(naive::Game game, Stones stones, naive::Point move) {
    stones[move] = game.mover();
    game.play(move);
    return accepts(game, stones);
  }
  bool answers(const naive::Game& game, const Stones& stones) {
    for (const naive::Point& move : game.legal()) {
      naive::Game after = game;
      after.play(move);
      if (!after.kind().empty() && after.winner() == winner_) return true;
    }
    std::string least;
    int symmetry = 0;
    for (int s = 0; s < 12; ++s) {
      const std::string text = text_of(stones, side_, s, game.mover());
      if (!least.empty() && least <= text) continue;
      least = text;
      symmetry = s;
    }
    const auto entry = book_.find(least);
    if (entry == book_.end()) return false;
    if (!used_.insert(least).second) return true;
    for (const naive::Point& move : game.legal()) {
      if (turned(move, symmetry) == point_of(entry->second, side_)) return accepts_after(game, stones, move);
    }
    return false;
  }

  int side_;
  char winner_;
  std::map<std::string, std::string> book_;
  std::set<std::string> used_;
};

/// A certificate that plain rules walk through in a moment.
constexpr std::size_t kLongest = kit::kIsSanitized ? 20 : 60;

/// A random opening from which the side not to move wins, with its certificate.
struct CheckedWin {
  naive::Game game;
  Stones stones;
  char winner;
  Certificate certificate;
};
std::optional<CheckedWin> won_opening(int side, base::Random& random) {
  auto position = AnyPosition::initial("andantino", {{"side", std::to_string(side)}});
  CheckedWin won{naive::Game(side, false), {{{0, 0}, 'B'}}, ' ', {}};
  while (position->ply() < 13) {
    const auto moves = position->legal_moves();
    const std::string& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    (void)position->play(move);
    won.stones[point_of(move, side)] = won.game.mover();
    won.game.play(point_of(move, side));
    if (position->is_over()) return std::nullopt;
  }
  auto solver = make_solver("andantino", 16);
  SolveRequest request;
  request.nodes = 20000;
  const Seat winner = static_cast<Seat>(1 - position->to_move());
  if ((*solver)->prove(*position, winner, request).proof != Proof::kYes) return std::nullopt;
  auto certificate = (*solver)->strategy(*position, winner);
  if (!certificate || certificate->entries.size() < 6 || certificate->entries.size() > kLongest) return std::nullopt;
  won.winner = winner == 0 ? 'W' : 'B';
  won.certificate = *certificate;
  return won;
}

TEST(IndependentVerifier, AcceptsCertificatesAndRefusesTornOnes) {
  base::Random random(3);
  const int wanted = kit::samples(2);
  int checked = 0;
  for (int attempt = 0; attempt < 400 && checked < wanted; ++attempt) {
    const int side = 4 + attempt % 3;
    const auto won = won_opening(side, random);
    if (!won) continue;
    ++checked;
    PlainVerifier verifier(side, won->winner, won->certificate);
    EXPECT_TRUE(verifier.accepts(won->game, won->stones));
    EXPECT_EQ(verifier.used(), won->certificate.entries.size());
    Certificate torn = won->certificate;
    torn.entries.erase(torn.entries.begin() + static_cast<std::ptrdiff_t>(torn.entries.size() / 2));
    EXPECT_FALSE(PlainVerifier(side, won->winner, torn).accepts(won->game, won->stones));
  }
  EXPECT_EQ(checked, wanted);
}

}  // namespace
}  // namespace partita::catalog
