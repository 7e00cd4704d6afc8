#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "game/perft.h"
#include "games/tafl/golden_files.h"
#include "kit/effort.h"

namespace partita::games::tafl {
namespace {

std::map<std::string, std::string> perft_positions() {
  std::map<std::string, std::string> texts;
  for (const std::string& line : golden_lines("perft_positions.txt")) {
    const auto parts = base::words(line);
    texts[std::string(parts[0]) + " " + std::string(parts[1])] =
        std::string(parts[2]) + " " + std::string(parts[3]) + " " + std::string(parts[4]);
  }
  return texts;
}

TEST(TaflGolden, PerftAgreesByKind) {
  constexpr int kDeepest = kit::kIsSanitized ? 3 : 4;
  const auto texts = perft_positions();
  for (const std::string& line : golden_lines("perft.txt")) {
    const auto parts = base::words(line);
    const auto depth = static_cast<int>(*base::read_int(parts[2]));
    if (depth > kDeepest) continue;
    Position pos = position(parts[0], texts.at(std::string(parts[0]) + " " + std::string(parts[1])));
    game::PerftCount found = game::perft<Tafl>(pos, depth);
    EXPECT_EQ(found.leaves, static_cast<std::uint64_t>(*base::read_int(parts[3]))) << line;
    if (parts.size() == 4) continue;
    const std::vector<std::uint64_t> kinds = {
        found.events["captured"],       found.events["multi"],
        found.endings["king-captured"], found.endings["king-escaped"],
        found.endings["stuck"],         found.endings["ply-limit"] + found.endings["repetition"]};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      EXPECT_EQ(kinds[i], static_cast<std::uint64_t>(*base::read_int(parts[4 + i]))) << line << " column " << i + 5;
    }
  }
}

/// Plays a game with repetition counted as the caller of a position must.
void check_game(const std::string& line) {
  const auto fields = base::split(line, '\t');
  ASSERT_EQ(fields.size(), 6u) << line;
  const RuleSet* rules = rules_named(fields[0]);
  Position pos = Tafl::initial(rules);
  std::map<game::Key, int> seen;
  ++seen[pos.key()];
  const auto moves = base::words(fields[4]);
  EXPECT_EQ(std::to_string(moves.size()), fields[2]);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ASSERT_FALSE(pos.is_over()) << line << " before move " << i;
    play(pos, moves[i]);
    const int occurrences = ++seen[pos.key()];
    const bool repeats = rules->repetition_limit > 0 && occurrences >= rules->repetition_limit;
    ASSERT_EQ(repeats && !pos.is_over(), i + 1 == moves.size() && fields[3] == "repetition") << line;
  }
  EXPECT_EQ(Notation::write_position(pos), fields[5]);
  if (fields[3] == "repetition") {
    EXPECT_EQ(fields[1], "=");
    EXPECT_EQ(pos.repetition_payoff(0), game::kPoint / 2);
    return;
  }
  EXPECT_EQ(Notation::ending(pos), fields[3]) << line;
  EXPECT_EQ(outcome(pos), fields[1]) << line;
}

TEST(TaflGolden, EveryGameReplays) {
  for (const char* name :
       {"games_ashton_greedy.tsv", "games_ashton_uniform.tsv", "games_mcgill_greedy.tsv", "games_mcgill_uniform.tsv"}) {
    SCOPED_TRACE(name);
    for (const std::string& line : golden_lines(name)) check_game(line);
  }
}

void check_move_outcomes(std::string_view rules, const std::string& line) {
  const auto fields = base::split(line, '\t');
  Position pos = position(rules, fields[0]);
  std::vector<std::string> found;
  game::MoveList<Tafl> moves;
  ASSERT_FALSE(pos.is_over()) << line;
  Tafl::generate_moves(pos, moves);
  for (const Move move : moves) {
    std::string text = Notation::write_move(pos, move) + "=";
    const Undo undo = pos.play(move);
    text += outcome(pos);
    pos.retract(move, undo);
    found.push_back(text);
  }
  std::vector<std::string> expected;
  for (const std::string_view word : base::words(fields[1])) expected.emplace_back(word);
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected) << line;
}

TEST(TaflGolden, EveryMoveAndItsOutcome) {
  for (const char* name : {"positions_ashton_placed.tsv", "positions_ashton_reached.tsv", "positions_mcgill_placed.tsv",
                           "positions_mcgill_reached.tsv"}) {
    SCOPED_TRACE(name);
    const std::string_view rules = std::string_view(name).substr(10, 6);
    for (const std::string& line : golden_lines(name)) check_move_outcomes(rules, line);
  }
}

}  // namespace
}  // namespace partita::games::tafl
