#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catalog/solver.h"
#include "kit/program.h"
#include "study/atlas.h"
#include "study/atlas_survey.h"
#include "study/proof_store.h"

namespace partita::study {
namespace {

catalog::AnyPosition played_out(std::string_view game, const base::OptionValues& rules,
                                const std::vector<std::string>& moves) {
  auto position = *catalog::AnyPosition::initial(game, rules);
  for (const std::string& move : moves) EXPECT_TRUE(position.play(move)) << move;
  return position;
}

/// Every atlas that is shipped.
std::vector<std::shared_ptr<const Atlas>> all_atlases() {
  std::vector<std::shared_ptr<const Atlas>> atlases;
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) atlases.push_back(shipped_atlas(game));
  return atlases;
}

TEST(Atlas, ASurveySaysWhatTheSolverSays) {
  const auto start = played_out("hex", {{"side", "3"}, {"swap", "off"}}, {});
  Atlas atlas("hex");
  SurveyPlan plan{start, 2, 100'000, 1'000, 4, 2, nullptr, nullptr};
  std::size_t told = 0;
  plan.on_row = [&](const AtlasRow&, std::size_t, std::size_t) { ++told; };
  ASSERT_TRUE(survey(atlas, plan));
  EXPECT_GT(told, 0u);
  for (const AtlasRow& row : atlas.rows()) {
    const auto position = position_of("hex", row);
    ASSERT_TRUE(position);
    auto solver = catalog::make_solver("hex", 4);
    const auto value = catalog::solve_position(**solver, *position, {}).value;
    const auto expected = value == catalog::SolvedValue::kWin ? position->to_move() : 1 - position->to_move();
    EXPECT_EQ(row.result, AtlasRow::Result::kSeat);
    EXPECT_EQ(row.winner, expected) << position->text();
  }
  const auto again = Atlas::read("hex", atlas.write());
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->write(), atlas.write());
}

TEST(Atlas, LinesThatAreWrongAreNamed) {
  const std::string head = "rules\tmoves\tresult\tat least\tat most\tbest\tevidence\tnodes\n";
  const std::map<std::string, std::string> cases = {
      {head + "side=3,swap=off\ta1\tGreen\t0\t0\t\tproof\t1\n", "line 2: result"},
      {head + "side=3,swap=off\tz9\tRed\t0\t0\t\tproof\t1\n", "line 2: moves"},
      {head + "side=3,swap=off\ta1\tRed\t-4\t0\t\tproof\t1\n", "line 2: at least"},
      {head + "side=3,swap=off\ta1\tRed\t99999999999\t0\t\tproof\t1\n", "line 2: at least"},
      {head + "side=3,swap=off\ta1\tRed\t0\t0\ta1\tproof\t1\n", "line 2: best"},
      {head + "side=99\t\tRed\t0\t0\t\tproof\t1\n", "line 2: rules"},
      {head + "side=3,swap=off\ta1\tRed\n", "line 2: expected 8 columns"},
      {head + "side=3,swap=off\ta1\tRed\t0\t0\t\tproof\t1\nside=3,swap=off\tc3\tRed\t0\t0\t\tproof\t1\n", "line 3: "}};
  for (const auto& [text, place] : cases) {
    const auto atlas = Atlas::read("hex", text);
    ASSERT_FALSE(atlas) << text;
    EXPECT_EQ(atlas.error().rfind(place, 0), 0u) << atlas.error();
  }
}

/// A row has moves and no position: of a start that was set up it would tell a falsehood of the game's own start.
TEST(Atlas, WhatItCouldNotNameIsNotSurveyed) {
  const base::OptionValues rules = {{"side", "3"}, {"swap", "off"}};
  const auto set_up = catalog::AnyPosition::from_text("hex", rules, "3 R2/1BB/R2 r");
  const auto over = played_out("hex", rules, {"a1", "b1", "a2", "b2", "a3"});
  const auto scores = catalog::AnyPosition::initial("omega");
  ASSERT_TRUE(set_up && over.is_over() && scores);
  for (const catalog::AnyPosition& start : {*set_up, over, *scores}) {
    Atlas atlas{std::string(start.game())};
    EXPECT_FALSE(survey(atlas, {start, 0, 100, 100, 1, 1, nullptr, nullptr})) << start.text();
    EXPECT_TRUE(atlas.rows().empty());
  }
}

TEST(ShippedAtlas, NoRowContradictsTheRowsAPlyLater) {
  for (const auto& atlas : all_atlases()) {
    ASSERT_TRUE(atlas);
    std::size_t compared = 0;
    for (const AtlasRow& row : atlas->rows()) {
      const auto position = position_of(atlas->game(), row);
      const auto follows = row_from_replies(*atlas, *position);
      if (!follows) continue;
      ++compared;
      ASSERT_TRUE(row.is_known()) << position->text() << " follows from its replies";
      EXPECT_EQ(row.result, follows->result) << position->text();
      EXPECT_EQ(row.winner, follows->winner) << position->text();
      if (row.at_most > 0 && follows->at_most > 0) {
        EXPECT_LE(row.at_most, follows->at_most) << position->text();
      }
      if (row.at_most > 0) {
        EXPECT_LE(row.at_least, row.at_most) << position->text();
      }
    }
    const bool has_replies = atlas->game() != "omega" && atlas->game() != "tafl";
    EXPECT_EQ(compared > 0, has_replies) << atlas->game()
                                         << ": of Omega only the starts are known, and of tafl nothing "
                                         << "follows from replies, since they may repeat a position";
  }
}

/// The rows that cost least, of either winner, proven anew.
TEST(ShippedAtlas, ASampleIsProvenAgain) {
  for (const auto& atlas : {shipped_atlas("andantino"), shipped_atlas("hex")}) {
    std::map<catalog::Seat, std::vector<AtlasRow>> by_winner;
    for (const AtlasRow& row : atlas->rows()) {
      if (row.result == AtlasRow::Result::kSeat && row.evidence == "proof") by_winner[row.winner].push_back(row);
    }
    EXPECT_EQ(by_winner.size(), 2u) << atlas->game();
    for (auto& [winner, rows] : by_winner) {
      std::sort(rows.begin(), rows.end(), [](const AtlasRow& a, const AtlasRow& b) { return a.nodes < b.nodes; });
      for (std::size_t i = 0; i < std::min<std::size_t>(4, rows.size()); ++i) {
        const auto position = position_of(atlas->game(), rows[i]);
        auto solver = catalog::make_solver(atlas->game(), 16);
        catalog::SolveRequest request;
        request.nodes = 4 * rows[i].nodes + 100'000;
        EXPECT_EQ((*solver)->prove(*position, winner, request).proof, catalog::Proof::kYes) << position->text();
      }
    }
  }
}

TEST(ShippedAtlas, EveryRowOfOmegaIsSearchedAgain) {
  const auto rows = shipped_atlas("omega")->rows();
  ASSERT_EQ(rows.size(), 4u);
  for (const AtlasRow& row : rows) {
    const auto start = position_of("omega", row);
    ASSERT_TRUE(start);
    const bool is_for_two = start->seat_count() == 2;
    Atlas again("omega");
    ASSERT_TRUE(survey(again, {*start, 0, 0, 0, 256, 1, nullptr, nullptr}));
    const AtlasRow* found = again.find(*start);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->result, row.result);
    EXPECT_EQ(found->winner, row.winner);
    // By how much three or four fall short takes minutes, that they do a second.
    if (is_for_two) {
      EXPECT_EQ(found->evidence, row.evidence);
      EXPECT_EQ(found->nodes, row.nodes);
    } else {
      EXPECT_EQ(found->result, AtlasRow::Result::kNobody);
      EXPECT_LE(found->nodes, row.nodes);
    }
  }
}

/// Seven cells are too few for one round of three or four players, and those of side 4 too many for the search.
TEST(Atlas, OmegaOfManyPlayersIsSurveyedOnSideThreeAlone) {
  for (const char* players : {"3", "4"}) {
    Atlas atlas("omega");
    const auto small = played_out("omega", {{"side", "2"}, {"players", players}}, {});
    EXPECT_TRUE(small.is_over());
    EXPECT_FALSE(survey(atlas, {small, 0, 0, 0, 1, 1, nullptr, nullptr}));
    const auto large = played_out("omega", {{"side", "4"}, {"players", players}}, {});
    EXPECT_FALSE(survey(atlas, {large, 0, 1'000, 0, 1, 1, nullptr, nullptr}));
    EXPECT_TRUE(atlas.rows().empty());
    // A budget that is too small leaves the row open, with what was spent.
    const auto middle = played_out("omega", {{"side", "3"}, {"players", players}}, {});
    ASSERT_TRUE(survey(atlas, {middle, 0, 100'000, 0, 1, 1, nullptr, nullptr}));
    ASSERT_EQ(atlas.rows().size(), 1u);
    EXPECT_EQ(atlas.rows().front().result, AtlasRow::Result::kOpen);
    EXPECT_GT(atlas.rows().front().nodes, 0u);
  }
}

/// What is open has at least a bound: neither side wins within so many plies. The first seven of them are tried again.
TEST(ShippedAtlas, NobodyWinsBrandubhWithinTheFirstPlies) {
  const auto atlas = shipped_atlas("tafl");
  ASSERT_TRUE(atlas);
  int bounded = 0;
  for (const AtlasRow& row : atlas->rows()) {
    const auto position = position_of("tafl", row);
    ASSERT_TRUE(position);
    EXPECT_EQ(row.result, AtlasRow::Result::kOpen) << position->text();
    if (row.at_least < 2) continue;
    ++bounded;
    auto solver = catalog::make_solver("tafl", 16);
    catalog::SolveRequest request;
    // The last plies of the bounds take minutes.
    request.plies = std::min(row.at_least - 1, 7);
    for (const catalog::Seat seat : {catalog::Seat{0}, catalog::Seat{1}})
      EXPECT_EQ((*solver)->prove(*position, seat, request).proof, catalog::Proof::kNo) << position->text();
  }
  EXPECT_GT(bounded, 0);
}

/// Who wins after every opening, with the swap left out. The maps were written down from memory of those that HexWiki
/// shows ("Small boards"), not copied from a source that was at hand.
TEST(ShippedAtlas, HexOpeningsStandOnTheMapsOfSmallBoards) {
  const std::map<int, std::vector<std::string>> maps = {
      {3, {"BBR", "RRR", "RBB"}},
      {4, {"BBBR", "BBRB", "BRBB", "RBBB"}},
      {5, {"BBBBR", "BRRRR", "BRRRB", "RRRRB", "RBBBB"}},
      {6, {"BBBBBR", "BRRRRR", "RRRRRR", "RRRRRR", "RRRRRB", "RBBBBB"}}};
  for (const auto& [side, lines] : maps) {
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        const std::string move = std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
        const auto after = played_out("hex", {{"side", std::to_string(side)}, {"swap", "off"}}, {move});
        const AtlasRow* known = shipped_atlas("hex")->find(after);
        ASSERT_NE(known, nullptr) << side << " " << move;
        const char winner = lines[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        EXPECT_EQ(after.seat_name(known->winner), winner == 'R' ? "Red" : "Blue") << side << " " << move;
      }
    }
  }
}

/// Every known row, by the moves that lead to another image of its position.
TEST(ShippedAtlas, AWinnersMoveLeadsToAPositionThatIsWon) {
  const auto atlas = shipped_atlas("andantino");
  int with_moves = 0;
  for (const AtlasRow& row : atlas->rows()) {
    if (row.result != AtlasRow::Result::kSeat) continue;
    const auto position = position_of("andantino", row);
    const auto known = atlas_proof(*position);
    ASSERT_TRUE(known);
    const bool wins = row.winner == position->to_move();
    EXPECT_EQ(known->result, wins ? Proven::Result::kWin : Proven::Result::kLoss);
    if (!wins || known->moves.empty()) continue;
    ++with_moves;
    catalog::AnyPosition after = *position;
    ASSERT_TRUE(after.play(known->moves.front().move));
    if (const AtlasRow* later = atlas->find(after)) {
      EXPECT_EQ(later->winner, row.winner) << position->text();
    }
  }
  EXPECT_GT(with_moves, 50);
}

TEST(ShippedAtlas, ImagesShareARow) {
  const auto atlas = shipped_atlas("andantino");
  const base::OptionValues side10 = {{"side", "10"}};
  std::map<const AtlasRow*, int> found;
  const auto start = played_out("andantino", side10, {});
  for (const std::string& first : start.legal_moves()) ++found[atlas->find(played_out("andantino", side10, {first}))];
  ASSERT_EQ(found.size(), 1u) << "all first moves are images of one another";
  ASSERT_NE(found.begin()->first, nullptr);
}

/// What people see: a mistake of Black, who has the win, is known at once, beyond what the strategies pass through.
TEST(ShippedAtlas, AMistakeIsKnownWhereTheStrategiesEnd) {
  int mistakes = 0;
  for (const AtlasRow& row : shipped_atlas("andantino")->rows()) {
    const auto position = position_of("andantino", row);
    if (row.result != AtlasRow::Result::kSeat || position->seat_name(row.winner) != "White") continue;
    ++mistakes;
    const auto known = shipped_proofs().ask(*position);
    ASSERT_TRUE(known) << position->text();
    const bool wins = row.winner == position->to_move();
    EXPECT_EQ(known->result, wins ? Proven::Result::kWin : Proven::Result::kLoss) << position->text();
    if (wins) {
      EXPECT_FALSE(known->moves.empty()) << position->text();
    }
  }
  EXPECT_GT(mistakes, 40);
}

TEST(ShippedAtlas, ThePageIsMadeFromIt) {
  EXPECT_EQ(atlas_page(all_atlases()), kit::read_whole(std::string(PARTITA_SOURCE_DIR) + "/docs/atlas.md"));
}

}  // namespace
}  // namespace partita::study
