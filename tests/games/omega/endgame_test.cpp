#include "games/omega/endgame.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "games/omega/tables.h"
#include "kit/effort.h"

namespace partita::games::omega {
namespace {

using testing::position_of;
using testing::read_table;
using testing::rules_for;

/// Every row up to this many free cells is solved, of the others one in kStride.
constexpr int kAlwaysSolved = 9;
constexpr std::size_t kStride = kit::kIsSanitized ? 20 : 5;

bool is_in_sample(const std::vector<std::string>& row, std::size_t index) {
  return std::stoi(row[1]) <= kAlwaysSolved || index % kStride == 0;
}

EndgameResult solve(const Position& pos, EndgameGoal goal) {
  EndgameLimits limits;
  limits.goal = goal;
  const auto result = solve_endgame(pos, limits);
  EXPECT_TRUE(result.has_value());
  return result.value_or(EndgameResult{});
}

std::map<std::string, std::string> written_turns(const Position& pos, const EndgameResult& result) {
  std::map<std::string, std::string> values;
  for (const EndgameTurn& turn : result.turns) values[Notation::write_turn(pos, turn.moves)] = write_signed(turn.value);
  return values;
}

std::map<std::string, std::string> expected_turns(const std::string& text) {
  std::map<std::string, std::string> values;
  for (const auto word : base::words(text)) {
    const auto parts = base::split(word, '=');
    values[std::string(parts[0])] = std::string(parts[1]);
  }
  return values;
}

void check_every_turn(const std::string& name) {
  const auto rows = read_table(name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_in_sample(rows[i], i)) continue;
    SCOPED_TRACE(name + ": " + rows[i][0]);
    const Position pos = position_of(rows[i][0]);
    const EndgameResult all = solve(pos, EndgameGoal::kEveryTurn);
    EXPECT_EQ(written_turns(pos, all), expected_turns(rows[i][3]));
    const EndgameResult margin = solve(pos, EndgameGoal::kMargin);
    EXPECT_EQ(write_signed(margin.value), rows[i][2]);
    EXPECT_EQ(expected_turns(rows[i][3])[Notation::write_turn(pos, margin.best_turn)], rows[i][2]);
    EXPECT_EQ(solve(pos, EndgameGoal::kOutcome).outcome(), all.outcome());
  }
}

TEST(OmegaEndgame, TwoPlayersValueOfEveryTurn) {
  for (const int side : {2, 3, 4, 5, 6}) check_every_turn("solved_side" + std::to_string(side) + ".tsv");
}

TEST(OmegaEndgame, ThreeAndFourPlayersValueOfEveryTurn) { check_every_turn("paranoid.tsv"); }

/// Tables that only list the best turns.
void check_best_turns(const std::string& name) {
  const auto rows = read_table(name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_in_sample(rows[i], i)) continue;
    SCOPED_TRACE(name + ": " + rows[i][0]);
    const Position pos = position_of(rows[i][0]);
    const EndgameResult all = solve(pos, EndgameGoal::kEveryTurn);
    EXPECT_EQ(write_signed(all.value), rows[i][2]);
    std::map<std::string, std::string> best;
    for (const auto& [turn, value] : written_turns(pos, all)) {
      if (value == rows[i][2]) best[turn] = value;
    }
    EXPECT_EQ(best, expected_turns(rows[i][3]));
  }
}

TEST(OmegaEndgame, ThreeAndFourPlayersBestTurns) { check_best_turns("paranoid_best.tsv"); }
TEST(OmegaEndgame, DeepBestTurns) { check_best_turns("solved_deep.tsv"); }

TEST(OmegaEndgame, OutcomesUpToNineteenFreeCells) {
  const auto rows = read_table("solved_wdl.tsv");
  for (std::size_t i = 0; i < rows.size(); i += kit::kIsSanitized ? 12 : 3) {
    EXPECT_EQ(std::to_string(solve(position_of(rows[i][0]), EndgameGoal::kOutcome).outcome()), rows[i][2])
        << rows[i][0];
  }
}

TEST(OmegaEndgame, SideTwoIsATie) { EXPECT_EQ(solve(Position(rules_for(2, 2)), EndgameGoal::kMargin).value, 0); }

/// The winning opening of side 3, and a losing one.
TEST(OmegaEndgame, OpeningsOfSideThree) {
  std::map<std::string, std::string> outcomes;
  for (const auto& row : read_table("side3_openings.tsv")) outcomes[row[0]] = row[1];
  for (const char* opening : {"B1/C3", "A1/B1"}) {
    Position pos(rules_for(3, 2));
    const auto turn = Notation::read_turn(pos, opening);
    ASSERT_TRUE(turn.ok());
    for (const Move move : *turn) pos.play(move);
    EXPECT_EQ(std::to_string(solve(pos, EndgameGoal::kOutcome).outcome()), outcomes.at(opening)) << opening;
  }
}

/// Minimax by the rules alone, to hold the solver to in the middle of a turn and with huge scores.
SignedExact plain_value(Position& pos) {
  if (pos.is_over()) return static_cast<SignedExact>(pos.score(kWhite)) - static_cast<SignedExact>(pos.score(kBlack));
  const bool white = pos.mover() == kWhite;
  bool first = true;
  SignedExact best = 0;
  game::MoveList<Omega> moves;
  Omega::generate_moves(pos, moves);
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    const SignedExact value = plain_value(pos);
    pos.retract(move, undo);
    if (first || (white ? value > best : value < best)) best = value;
    first = false;
  }
  return best;
}

TEST(OmegaEndgame, MidTurnPositionsEqualPlainMinimax) {
  base::Random random(21);
  for (int round = 0; round < 40; ++round) {
    Position pos(rules_for(3 + round % 8, 2));
    while (pos.plies_left() > 6) {
      std::vector<Move> moves;
      Omega::generate_human_moves(pos, moves);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (round % 2 == 0) {
      std::vector<Move> moves;
      Omega::generate_human_moves(pos, moves);
      pos.play(moves.back());
    }
    EXPECT_TRUE(solve(pos, EndgameGoal::kMargin).value == plain_value(pos)) << Notation::write_position(pos);
  }
}

/// What one player reaches against all others by the rules alone: the difference to the best other score, and whether
/// it wins, each played for by itself.
struct PlainAlone {
  SignedExact margin = 0;
  int wins = -1;  ///< 1, or -1; the rules here know no draw
};

PlainAlone plain_alone(Position& pos, Colour hero, std::map<game::Key, PlainAlone>& known) {
  if (pos.is_over()) {
    SignedExact best_other = 0;
    for (int colour = 0; colour < pos.players(); ++colour) {
      if (colour != hero) best_other = std::max(best_other, static_cast<SignedExact>(pos.score(colour)));
    }
    return {static_cast<SignedExact>(pos.score(hero)) - best_other, pos.payoff(hero) == game::kPoint ? 1 : -1};
  }
  if (const auto found = known.find(pos.key()); found != known.end()) return found->second;
  const bool hero_moves = pos.mover() == hero;
  std::optional<PlainAlone> best;
  game::MoveList<Omega> moves;
  Omega::generate_moves(pos, moves);
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    const PlainAlone value = plain_alone(pos, hero, known);
    pos.retract(move, undo);
    if (!best) best = value;
    best->margin = hero_moves ? std::max(best->margin, value.margin) : std::min(best->margin, value.margin);
    best->wins = hero_moves ? std::max(best->wins, value.wins) : std::min(best->wins, value.wins);
  }
  return known[pos.key()] = *best;
}

/// Compares every goal of the solver with minimax, for every hero. Returns how many of the values were ties.
int compare_with_plain(const Position& pos) {
  int ties = 0;
  for (int hero = 0; hero < pos.players(); ++hero) {
    SCOPED_TRACE(Notation::write_position(pos) + " hero " + std::to_string(hero));
    std::map<game::Key, PlainAlone> known;
    Position copy = pos;
    const PlainAlone plain = plain_alone(copy, static_cast<Colour>(hero), known);
    EndgameLimits limits;
    limits.hero = static_cast<Colour>(hero);
    limits.ties = EndgameTies::kByRules;
    for (const EndgameGoal goal : {EndgameGoal::kOutcome, EndgameGoal::kMargin, EndgameGoal::kEveryTurn}) {
      limits.goal = goal;
      const auto solved = solve_endgame(pos, limits);
      EXPECT_TRUE(solved.has_value());
      if (!solved) continue;
      EXPECT_EQ(solved->outcome(), plain.wins);
      EXPECT_TRUE(goal == EndgameGoal::kOutcome || solved->value == plain.margin);
    }
    ties += plain.margin == 0 ? 1 : 0;
  }
  return ties;
}

/// Stones anywhere, as many of a colour as chance gives, and somebody's turn with `free` cells or a few fewer: stones
/// come in orbits of one symmetry of the board, which moves nothing if it is the first.
std::optional<Position> chance_position(base::Random& random, int players, int free, std::size_t symmetry) {
  Position pos(rules_for(3, players));
  const auto& image = pos.board().images[symmetry];
  while (pos.free_count() > free) {
    const auto cell = static_cast<int>(random.below(static_cast<std::uint32_t>(pos.cells())));
    const auto colour = static_cast<Colour>(random.below(static_cast<std::uint32_t>(players)));
    for (int at = cell; pos.is_free(at); at = image[static_cast<std::size_t>(at)]) pos.put(colour, at);
  }
  // The last of the round that the free cells suffice for.
  const int turns = std::min(players, pos.free_count() / players);
  if (turns == 0) return std::nullopt;
  const auto all = static_cast<std::uint8_t>((1 << players) - 1);
  pos.set_turn(static_cast<Colour>(players - turns), all, false);
  return pos.is_over() ? std::nullopt : std::optional(pos);
}

/// Equal scores are won by the last of those who share them. That another sits before the hero or after it decides.
TEST(OmegaEndgame, TiesOfMoreThanTwoGoByTheRules) {
  base::Random random(5);
  int ties = 0;
  for (int round = 0; round < (kit::kIsSanitized ? 4 : 80); ++round) {
    if (const auto pos = chance_position(random, 3 + round % 2, 7 + round % 2, 0)) ties += compare_with_plain(*pos);
  }
  EXPECT_GT(ties, 0);
}

/// Stones that a turning or reflection of the board leaves as they are: the solver then takes images for one position.
/// Whole rounds are left to be played, or no image is looked for.
TEST(OmegaEndgame, PositionsThatAreTheirOwnImagesEqualPlainMinimax) {
  constexpr int kPlies = 8;
  base::Random random(22);
  int compared = 0;
  for (int round = 0; compared < (kit::kIsSanitized ? 3 : 40) && round < 1'000; ++round) {
    const auto pos = chance_position(random, 2 + round % 2, 9, 1 + random.below(11));
    if (!pos || pos->plies_left() < kPlies) continue;
    ++compared;
    compare_with_plain(*pos);
  }
  EXPECT_GE(compared, 3);
}

/// On the empty board colours may also change places. Nobody wins side 3 against all others: then no first turn may win
/// for who has it, and the turn that is said to spoil another's win must do so, as searches without that tell.
TEST(OmegaEndgame, TheStartOfManyPlayersAgreesWithItsFirstTurns) {
  for (const int players : {3, 4}) {
    const Position start(rules_for(3, players));
    for (int hero = 0; hero < players; ++hero) {
      EndgameLimits limits;
      limits.hero = static_cast<Colour>(hero);
      limits.ties = EndgameTies::kByRules;
      limits.goal = EndgameGoal::kOutcome;
      limits.table_log2 = 22;
      const auto whole = solve_endgame(start, limits);
      ASSERT_TRUE(whole.has_value());
      EXPECT_EQ(whole->outcome(), -1) << players << " players, hero " << hero;
      Position after = start;
      for (const Move move : whole->best_turn) after.play(move);
      const auto rest = solve_endgame(after, limits);
      ASSERT_TRUE(rest.has_value());
      EXPECT_EQ(rest->outcome(), -1) << players << " players, hero " << hero;
    }
  }
}

TEST(OmegaEndgame, ScoresBeyondSixtyFourBits) {
  int checked = 0;
  for (const auto& row : read_table("positions.tsv")) {
    const Position full = position_of(row[0]);
    if (full.players() != 2 || std::max(full.score(kWhite), full.score(kBlack)) >> 64 == 0) continue;
    // The same board with the stones of its last row missing until a round fits.
    Position pos(full.rules());
    int missing = 4 - full.free_count();
    for (int cell = full.cells() - 1; cell >= 0; --cell) {
      if (full.is_free(cell) || missing-- > 0) continue;
      pos.put(full.stone_at(cell), cell);
    }
    ASSERT_EQ(pos.plies_left(), 4);
    EXPECT_TRUE(std::max(pos.score(kWhite), pos.score(kBlack)) >> 64 != 0);
    EXPECT_TRUE(solve(pos, EndgameGoal::kMargin).value == plain_value(pos)) << Notation::write_position(pos);
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

TEST(OmegaEndgame, AnAttemptThatFailsTellsWhatItSpentAndKeepsItsLimit) {
  const Position pos = position_of("3 2 B2/1W2/2W2/4/2B 1 WB");
  std::uint64_t whole = 0;
  EndgameLimits limits;
  limits.goal = EndgameGoal::kOutcome;
  limits.spent = &whole;
  ASSERT_TRUE(solve_endgame(pos, limits).has_value());
  // Nothing is begun that cannot be ended: the tables alone take more than the first of these limits.
  for (const std::uint64_t limit : {std::uint64_t{10}, whole / 2, whole - 1}) {
    std::uint64_t spent = 0;
    limits.most_nodes = limit;
    limits.spent = &spent;
    EXPECT_FALSE(solve_endgame(pos, limits).has_value()) << limit;
    EXPECT_LE(spent, limit);
  }
  std::uint64_t spent = 0;
  limits.most_nodes = whole + 1;
  limits.spent = &spent;
  EXPECT_TRUE(solve_endgame(pos, limits).has_value());
  EXPECT_EQ(spent, whole);
}

TEST(OmegaEndgame, WhoWinsWithMoreThanTwentyFreeCellsIsWhoWinsAfterTheTurnItNames) {
  Position pos = position_of("5 2 BBWB1/2WBW1/B3BWW/W3BWBB/BW1W1BBWW/W2BB1WW/W1B1W1B/1BWW2/WBWBB 1 WB");
  ASSERT_EQ(pos.free_count(), 21);
  EndgameLimits limits;
  limits.goal = EndgameGoal::kOutcome;
  limits.most_free_cells = most_endgame_cells(2);
  const auto before = solve_endgame(pos, limits);
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(before->value, 1);
  for (const Move move : before->best_turn) pos.play(move);
  ASSERT_EQ(pos.free_count(), 19);
  EXPECT_EQ(solve(pos, EndgameGoal::kOutcome).value, 1);
}

TEST(OmegaEndgame, SaysNothingWhereItMustNot) {
  EndgameLimits limits;
  limits.most_free_cells = 6;
  EXPECT_FALSE(solve_endgame(Position(rules_for(2, 2)), limits).has_value()) << "too many free cells";
  limits.most_free_cells = 100;
  EXPECT_FALSE(solve_endgame(Position(rules_for(4, 2)), limits).has_value()) << "more than there are tables for";
  EXPECT_FALSE(solve_endgame(position_of("2 2 WB/BWW/2 1 WB"), {}).has_value()) << "over";
  Rules pie = rules_for(2, 2);
  pie.pie = true;
  EXPECT_FALSE(solve_endgame(Position(pie), {}).has_value()) << "a swap may come";
  base::StopFlag stop;
  stop.raise();
  limits = {};
  limits.stop = &stop;
  EXPECT_FALSE(solve_endgame(Position(rules_for(3, 2)), limits).has_value()) << "stopped";
  limits = {};
  limits.most_nodes = 2000;
  EXPECT_FALSE(solve_endgame(Position(rules_for(3, 2)), limits).has_value()) << "node limit";
}

}  // namespace
}  // namespace partita::games::omega
