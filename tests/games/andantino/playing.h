#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "games/andantino/andantino.h"

/// Short ways to play in tests.
namespace partita::games::andantino::testing {

inline Rules rules_of(int side, bool unbounded = false) {
  return unbounded ? Rules{kMaxSide, Rules::Kind::kUnbounded} : Rules{side, Rules::Kind::kStandard};
}

/// Plays "q,r q,r ..." from the start; fails the test on an illegal move.
inline Position played(const Rules& rules, std::string_view axial_moves) {
  Position pos(rules);
  for (const std::string_view text : base::words(axial_moves)) {
    const auto parts = base::split(text, ',');
    const auto q = base::read_int(parts.at(0));
    const auto r = base::read_int(parts.at(1));
    const Move move{cell_of({static_cast<int>(*q), static_cast<int>(*r)})};
    EXPECT_FALSE(pos.is_over()) << "before " << text;
    EXPECT_TRUE(pos.legal_cells().has(move.cell)) << text;
    if (pos.is_over() || !pos.legal_cells().has(move.cell)) break;
    pos.play(move);
  }
  return pos;
}

inline Move random_move(const Position& pos, base::Random& random) {
  MoveList moves;
  Andantino::generate_moves(pos, moves);
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// A random move that wins at once or stops the other side from doing so if there is one: games that last longer.
inline Move careful_move(const Position& pos, base::Random& random) {
  const Move win = Andantino::immediate_win(pos);
  if (!(win == Move{})) return win;
  MoveList forced;
  if (Andantino::forced_replies(pos, forced) == game::Threat::kForced) return forced[0];
  return random_move(pos, random);
}

/// One line of a corpus file: side, moves, winner, kind, plies; `heading` is the last '#' line before it.
struct CorpusGame {
  std::string place;
  std::string heading;
  int side = 0;
  std::string moves;
  char winner = '-';
  std::string kind;
  int plies = 0;
};

inline std::vector<CorpusGame> read_corpus(const std::string& name) {
  std::ifstream file(std::string(PARTITA_GOLDEN) + "/andantino/" + name);
  std::vector<CorpusGame> games;
  std::string heading;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) continue;
    if (line[0] == '#') {
      heading = line.substr(2);
      continue;
    }
    const auto columns = base::split(line, '\t');
    CorpusGame game;
    game.place = name + " line " + std::to_string(number);
    game.heading = heading;
    game.side = static_cast<int>(*base::read_int(columns.at(0)));
    game.moves = std::string(columns.at(1));
    game.winner = columns.at(2).at(0);
    game.kind = std::string(columns.at(3));
    game.plies = static_cast<int>(*base::read_int(columns.at(4)));
    games.push_back(game);
  }
  return games;
}

inline char winner_letter(const Position& pos) {
  if (pos.payoff(0) == pos.payoff(1)) return '-';
  return pos.payoff(0) > pos.payoff(1) ? 'W' : 'B';
}

inline void expect_outcome(const CorpusGame& game) {
  const Position pos = played(rules_of(game.side), game.moves);
  EXPECT_EQ(Notation::ending(pos), game.kind) << game.place;
  EXPECT_EQ(winner_letter(pos), game.winner) << game.place;
  EXPECT_EQ(pos.ply(), game.plies) << game.place;
}

}  // namespace partita::games::andantino::testing
