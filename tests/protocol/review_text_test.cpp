#include "protocol/review_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "kit/program.h"
#include "record/replay.h"
#include "study/engine.h"

namespace partita::protocol {
namespace {

constexpr std::size_t kPlantAfter = 12;
constexpr std::size_t kGamePlies = 24;

/// A game with a blunder planted in it, and where.
struct PlantedGame {
  catalog::AnyPosition position;
  std::size_t blunder;
};

/// A move after which the other side can win at once, though the mover could have avoided that.
std::string losing_move(const catalog::AnyPosition& position) {
  std::string losing;
  bool could_avoid = false;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    if (!after.play(move) || after.is_over()) continue;
    bool loses = false;
    for (const std::string& reply : after.legal_moves()) {
      catalog::AnyPosition end = after;
      loses = loses || (end.play(reply) && end.ending().winner() == after.to_move());
    }
    if (loses)
      losing = move;
    else
      could_avoid = true;
  }
  return could_avoid ? losing : "";
}

/// Omega has no win at one stroke: a move that turns a proven win into a proven loss.
std::string proven_slip(const catalog::AnyPosition& position, catalog::AnyEngine& engine) {
  const auto proven = [&](const catalog::AnyPosition& at) {
    catalog::SearchRequest request;
    request.limits.nodes = 2'000;
    const auto result = engine.search(at, request);
    const int distance = result.lines.empty() ? 0 : result.lines.front().score.distance.value_or(0);
    return at.to_move() == position.to_move() ? distance : -distance;
  };
  if (proven(position) <= 0) return "";
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    if (after.play(move) && !after.is_over() && proven(after) < 0) return move;
  }
  return "";
}

/// Omega's engine solves side 3 from the first stone on, which takes long under sanitizers.
base::OptionValues quick_options(std::string_view game) {
  base::OptionValues values = {{"hash_mb", "1"}};
  if (game == "omega") values["endgame_root_cells"] = "15";
  return values;
}

/// Decent play, but for one move; the other side does not even see its chance.
PlantedGame plant_blunder(const std::string& game, const base::OptionValues& rules) {
  auto position = catalog::AnyPosition::initial(game, rules).value();
  auto engine = std::move(study::make_engine(game, position.rules(), {"partita", quick_options(game)}).value());
  std::size_t blunder = kGamePlies;
  while (position.moves().size() < kGamePlies && !position.is_over()) {
    catalog::SearchRequest request;
    request.limits.depth = 2;
    std::string move = engine->search(position, request).best_move;
    if (position.moves().size() >= kPlantAfter && blunder == kGamePlies) {
      const std::string bad = game == "omega" ? proven_slip(position, *engine) : losing_move(position);
      if (!bad.empty()) {
        blunder = position.moves().size();
        move = bad;
      }
    }
    EXPECT_TRUE(position.play(move));
  }
  return {position, blunder};
}

study::GameReview review(const catalog::AnyPosition& position) {
  study::ReviewRequest request;
  request.engine.overrides = quick_options(position.game());
  request.limits.depth = 3;
  auto result = study::review_game(position, request);
  EXPECT_TRUE(result) << result.error();
  return *result;
}

class PlantedBlunder : public ::testing::TestWithParam<std::pair<const char*, base::OptionValues>> {};

TEST_P(PlantedBlunder, IsFound) {
  const PlantedGame game = plant_blunder(GetParam().first, GetParam().second);
  ASSERT_LT(game.blunder, game.position.moves().size()) << "no blunder could be planted";
  const study::GameReview result = review(game.position);
  ASSERT_EQ(result.plies.size(), game.position.moves().size());
  EXPECT_EQ(result.plies[game.blunder].mark, study::MoveMark::kBlunder);
  EXPECT_NE(result.plies[game.blunder].best_move, result.plies[game.blunder].move);
  EXPECT_TRUE(std::count(result.turning_points.begin(), result.turning_points.end(), game.blunder) == 1 ||
              result.plies[game.blunder].before[result.plies[game.blunder].mover] < 0.5);
  const catalog::Seat culprit = result.plies[game.blunder].mover;
  EXPECT_GE(result.seats[culprit].blunders, 1);
  EXPECT_LT(result.seats[culprit].accuracy.value(), 100.0);
}

TEST_P(PlantedBlunder, IsMarkedByTheCommand) {
  const PlantedGame game = plant_blunder(GetParam().first, GetParam().second);
  ASSERT_LT(game.blunder, game.position.moves().size()) << "no blunder could be planted";
  const std::string file =
      kit::write_scratch("planted.record", record::write_record(record::make_record(game.position)));
  const std::string page = file + ".html";
  const std::string command = "analyze " + file + " --nodes 20000 --force --html " + page;
  const auto run = kit::run_program(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  // Nodes alone limit it, so that it is the same again; the last line tells the time it took.
  const auto without_time = [](const std::string& text) { return text.substr(0, text.rfind('\n', text.size() - 2)); };
  EXPECT_EQ(without_time(kit::run_program(command).out), without_time(run.out));
  const std::string& move = game.position.moves()[game.blunder];
  std::string row;
  for (const std::string_view line : base::split(run.out, '\n')) {
    const auto words = base::words(line);
    if (words.size() > 3 && words[0] == std::to_string(game.blunder + 1)) row = line;
  }
  EXPECT_NE(row.find(move), std::string::npos) << run.out;
  EXPECT_NE(row.find("??"), std::string::npos) << run.out;
  EXPECT_NE(kit::read_whole(page).find(move), std::string::npos);
  std::filesystem::remove(file);
  std::filesystem::remove(page);
}

INSTANTIATE_TEST_SUITE_P(Games, PlantedBlunder,
                         ::testing::Values(std::pair("tafl", base::OptionValues{{"rules", "ashton"}}),
                                           std::pair("andantino", base::OptionValues{{"side", "5"}}),
                                           std::pair("omega", base::OptionValues{{"side", "3"}})));

TEST(ReviewText, ChancesOfEverySeatSumToOne) {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "3"}, {"players", "3"}}).value();
  for (int ply = 0; ply < 7; ++ply) ASSERT_TRUE(position.play(position.legal_moves().front()));
  const study::GameReview result = review(position);
  ASSERT_EQ(result.seats.size(), 3u);
  for (const study::ReviewedPly& ply : result.plies) {
    double sum = 0;
    for (const double share : ply.after) sum += share;
    EXPECT_NEAR(sum, 1.0, 1e-6);
    EXPECT_GE(ply.loss, 0.0);
    EXPECT_LE(ply.loss, 1.0);
  }
}

TEST(ReviewText, AnnotatedRecordsReplayAndKeepWhatWasSaid) {
  const PlantedGame game = plant_blunder("tafl", {{"rules", "ashton"}});
  record::GameRecord record = record::make_record(game.position);
  record.moves[0].comment = "known theory";
  const study::GameReview result = review(game.position);
  const record::GameRecord annotated = annotate_record(record, result);
  const auto read = record::read_records(record::write_record(annotated));
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->size(), 1u);
  EXPECT_TRUE(record::replay(read->front())) << "variations are legal";
  EXPECT_NE(read->front().moves[0].comment.find("known theory"), std::string::npos);
  const record::RecordMove& blunder = read->front().moves[game.blunder];
  EXPECT_EQ(blunder.glyphs, std::vector<int>{4});
  EXPECT_FALSE(blunder.variations.empty());
}

TEST(ReviewText, TurnsOfSeveralStonesAreAnnotatedWhole) {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "3"}}).value();
  for (int ply = 0; ply < 8; ++ply) ASSERT_TRUE(position.play(position.legal_moves().back()));
  const record::GameRecord annotated = annotate_record(record::make_record(position), review(position));
  EXPECT_EQ(annotated.moves.size(), 4u);
  const auto read = record::read_records(record::write_record(annotated));
  ASSERT_TRUE(read) << read.error();
  EXPECT_TRUE(record::replay(read->front()));
}

TEST(ReviewText, ThePageIsSelfContainedAndEscaped) {
  auto position = catalog::AnyPosition::initial("andantino", {{"side", "4"}}).value();
  for (int ply = 0; ply < 5; ++ply) ASSERT_TRUE(position.play(position.legal_moves().front()));
  record::GameRecord record = record::make_record(position);
  record.set_tag("Seat1", "<script>alert(1)</script>");
  std::string page = write_review_html(review(position), record);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
  const std::string space = "http://www.w3.org/2000/svg";
  for (std::size_t at = 0; (at = page.find(space, at)) != std::string::npos;) page.erase(at, space.size());
  EXPECT_EQ(page.find("http"), std::string::npos) << "nothing is loaded from elsewhere";
  EXPECT_EQ(page.find("src="), std::string::npos);
}

TEST(ReviewText, TheTableNamesEveryPly) {
  auto position = catalog::AnyPosition::initial("andantino", {{"side", "4"}}).value();
  for (int ply = 0; ply < 5; ++ply) ASSERT_TRUE(position.play(position.legal_moves().front()));
  const std::string table = write_review_table(review(position));
  for (const std::string& move : position.moves()) EXPECT_NE(table.find(move), std::string::npos);
  EXPECT_NE(table.find("accuracy"), std::string::npos);
}

/// A game of one move, White's second best, judged as told: the best wins in five, after the other there is an
/// estimate.
study::GameReview review_of_a_win_left(const catalog::AnyPosition& start) {
  const auto legal = start.legal_moves();
  study::GameReviewer reviewer(start, {legal[1]});
  study::JudgedPosition before;
  before.shares = {1.0, 0.0};
  before.result.best_move = legal.front();
  catalog::LineReport& best = before.result.lines.emplace_back();
  best.pv = {legal.front()};
  best.score.distance = 5;
  best.score.by_seat = before.shares;
  reviewer.take(before);
  study::JudgedPosition after;
  after.shares = {0.53, 0.47};
  catalog::LineReport& reply = after.result.lines.emplace_back();
  reply.pv = {reviewer.asked().legal_moves().front()};
  reply.score.by_seat = after.shares;
  reviewer.take(after);
  return reviewer.review();
}

TEST(ReviewText, AProvenWinThatIsLeftIsToldInWords) {
  const auto start = catalog::AnyPosition::initial("hex", {{"side", "4"}, {"swap", "off"}}).value();
  const study::GameReview result = review_of_a_win_left(start);
  ASSERT_EQ(result.plies.size(), 1u);
  ASSERT_EQ(result.plies[0].mark, study::MoveMark::kInaccuracy);
  const std::string& played = result.plies[0].move;
  const std::string table = write_review_table(result);
  EXPECT_NE(table.find("won ->  53.0   open"), std::string::npos) << table;
  EXPECT_NE(table.find("After " + played + " no win has been proven."), std::string::npos) << table;
  catalog::AnyPosition game = start;
  ASSERT_TRUE(game.play(played));
  const std::string record = record::write_record(annotate_record(record::make_record(game), result));
  EXPECT_NE(record.find("leaves a proven win for one that is not proven"), std::string::npos) << record;
  EXPECT_EQ(record.find("loses"), std::string::npos) << record;
  EXPECT_NE(write_review_html(result, {}).find("left a proven win"), std::string::npos);
}

}  // namespace
}  // namespace partita::protocol
