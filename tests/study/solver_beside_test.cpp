// A solver on a second thread beside a search.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "base/text.h"
#include "catalog/solver.h"
#include "study/engine.h"
#include "study/proven_lines.h"

namespace partita::study {
namespace {

const base::OptionValues kSide11 = {{"side", "11"}};
/// On side 11, for which no strategy is shipped. White to move, Black wins by force but not at once.
constexpr const char* kLostForWhite = "L11 L12 M12 M13 L13 K12 K10 J10";

catalog::AnyPosition played(const std::string& moves, const base::OptionValues& rules = kSide11) {
  auto position = catalog::AnyPosition::initial("andantino", rules);
  for (const std::string_view move : base::words(moves)) EXPECT_TRUE(position->play(move).ok()) << move;
  return *position;
}

/// Reports two lines and then waits to be stopped, as an engine without an idea does.
class WaitingEngine final : public catalog::AnyEngine {
 public:
  explicit WaitingEngine(int longest_ms) : longest_ms_(longest_ms) {}
  const std::string& preset() const override { return preset_; }
  const std::vector<base::OptionSpec>& options() const override { return specs_; }
  base::OptionValues option_values() const override { return {}; }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view) override {
    return base::Error{std::string(name)};
  }
  void new_game() override {}
  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    catalog::SearchResult result;
    const auto moves = position.legal_moves();
    for (int rank = 1; rank <= 2; ++rank) {
      catalog::LineReport line;
      line.rank = rank;
      line.depth = 3;
      line.pv = {moves[static_cast<std::size_t>(rank - 1)]};
      line.score.value = 10 - rank;
      line.score.by_seat = {0.5, 0.5};
      result.lines.push_back(line);
    }
    result.best_move = moves[0];
    const base::Stopwatch watch;
    while (!(request.stop != nullptr && request.stop->is_raised()) && watch.milliseconds() < longest_ms_) {
      for (const catalog::LineReport& line : result.lines) request.on_line(line);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return result;
  }

 private:
  std::string preset_ = "partita";
  std::vector<base::OptionSpec> specs_;
  int longest_ms_;
};

std::string longest_defence(catalog::AnySolver& solver, const catalog::AnyPosition& position) {
  std::string best;
  int longest = 0;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    (void)after.play(move);
    const int plies = solver.distance(after, after.to_move(), 40, {}).at_most;
    if (plies <= longest) continue;
    longest = plies;
    best = move;
  }
  return best;
}

constexpr int kForever = 1 << 30;

struct Heard {
  std::vector<catalog::LineReport> lines;
  catalog::SearchResult result;
};

/// Searches until a line carries an exact proof.
Heard analysed(const catalog::AnyPosition& position, int lines) {
  auto engine = with_solver(std::make_unique<WaitingEngine>(kForever), "andantino", "auto");
  Heard heard;
  base::StopFlag stop;
  catalog::SearchRequest request;
  request.is_analysis = true;
  request.limits.lines = lines;
  request.stop = &stop;
  request.on_line = [&, caller = std::this_thread::get_id()](const catalog::LineReport& line) {
    EXPECT_EQ(std::this_thread::get_id(), caller) << "lines of the solver, too, come on the thread that asked";
    heard.lines.push_back(line);
    if (line.score.distance && line.score.bound == catalog::ScoreReport::Bound::kExact) stop.raise();
  };
  heard.result = engine->search(position, request);
  return heard;
}

TEST(SolverBeside, AProvenWinLeadsTheLines) {
  catalog::AnyPosition position = played(kLostForWhite);
  auto solver = catalog::make_solver("andantino", 16);
  ASSERT_TRUE(position.play(longest_defence(**solver, position)).ok());
  const Heard heard = analysed(position, 2);
  EXPECT_EQ(heard.lines.front().score.value, 9) << "the engine's own lines come first";
  ASSERT_EQ(heard.result.lines.size(), 2u);
  const catalog::LineReport& best = heard.result.lines.front();
  ASSERT_TRUE(best.score.distance.has_value());
  EXPECT_GT(*best.score.distance, 1);
  EXPECT_EQ(best.score.win, 1);
  EXPECT_EQ(heard.result.best_move, best.pv.front());
  EXPECT_NE(heard.result.lines[1].pv.front(), heard.result.best_move);
  EXPECT_NE(heard.result.note.find("proven"), std::string::npos);
  // The move wins, and as soon as was said.
  const catalog::Seat winner = position.to_move();
  ASSERT_TRUE(position.play(heard.result.best_move).ok());
  const auto left = (*solver)->distance(position, winner, 40, {});
  EXPECT_EQ(left.at_most, *best.score.distance - 1);
}

TEST(SolverBeside, ALostPositionIsLostByEveryLine) {
  const Heard heard = analysed(played(kLostForWhite), 2);
  ASSERT_EQ(heard.result.lines.size(), 2u);
  for (const catalog::LineReport& line : heard.result.lines) {
    ASSERT_TRUE(line.score.distance.has_value());
    EXPECT_LT(*line.score.distance, 0);
    EXPECT_EQ(line.score.win, 0);
  }
  EXPECT_EQ(heard.result.best_move, heard.result.lines.front().pv.front());
}

TEST(SolverBeside, BoundsComeBeforeTheExactLength) {
  const Heard heard = analysed(played(kLostForWhite), 1);
  int least = 1 << 20;
  for (const catalog::LineReport& line : heard.lines) {
    if (!line.score.distance) continue;
    EXPECT_LE(-*line.score.distance, least);
    least = -*line.score.distance;
  }
  EXPECT_EQ(least, -*heard.result.lines.front().score.distance);
}

TEST(SolverBeside, TheShippedStrategyAnswersWhereItCan) {
  // Far beyond a quick proof, but the strategy covers it.
  const catalog::AnyPosition position = played("K10 K11 L11 L12 K12 J11 J9", {{"side", "10"}});
  const auto engine = with_solver(std::make_unique<WaitingEngine>(kForever), "andantino", "auto");
  base::StopFlag stop;
  catalog::SearchRequest request;
  request.stop = &stop;
  request.on_line = [&](const catalog::LineReport& line) {
    if (line.score.win == 1) stop.raise();
  };
  EXPECT_EQ(engine->search(position, request).best_move, "I9");
}

TEST(SolverBeside, AStopBeforeTheSearchEndsItsProofAsWell) {
  base::StopFlag stop;
  stop.raise();
  auto engine = make_engine("andantino", kSide11, *catalog::read_engine_spec("partita,proof_thread=on,hash_mb=1"));
  ASSERT_TRUE(engine.ok());
  catalog::SearchRequest request;
  request.stop = &stop;
  catalog::AnyPosition position = played("L11 L12 M12");
  EXPECT_TRUE(position.play((*engine)->search(position, request).best_move).ok());
}

TEST(SolverBeside, WhatTheListenerThrowsComesOutBehindTheSearch) {
  auto engine = with_solver(std::make_unique<WaitingEngine>(kForever), "andantino", "on");
  catalog::SearchRequest request;
  request.on_line = [](const catalog::LineReport&) { throw std::runtime_error("enough"); };
  EXPECT_THROW((void)engine->search(played(kLostForWhite), request), std::runtime_error);
}

TEST(SolverBeside, AnUnprovenPositionIsLeftToTheEngine) {
  auto engine = with_solver(std::make_unique<WaitingEngine>(30), "andantino", "on");
  catalog::SearchRequest request;
  request.on_line = [](const catalog::LineReport&) {};
  const catalog::SearchResult result = engine->search(played(""), request);
  EXPECT_EQ(result.note, "");
  EXPECT_EQ(result.lines.front().score.value, 9);
}

TEST(SolverBeside, HelpsOnlyWhereItIsWanted) {
  const catalog::AnyPosition position = played(kLostForWhite);
  const auto note = [&](const char* use, const std::function<void(catalog::SearchRequest&)>& change,
                        int longest_ms = 100) {
    auto engine = with_solver(std::make_unique<WaitingEngine>(longest_ms), "andantino", use);
    base::StopFlag stop;
    catalog::SearchRequest request;
    request.limits.movetime_ms = 1000;
    request.is_analysis = true;
    request.stop = &stop;
    request.on_line = [&](const catalog::LineReport& line) {
      if (line.score.distance) stop.raise();
    };
    change(request);
    return engine->search(position, request).note;
  };
  EXPECT_NE(note(
                "auto", [](catalog::SearchRequest&) {}, kForever),
            "");
  EXPECT_EQ(note("off", [](catalog::SearchRequest&) {}), "");
  EXPECT_EQ(note("auto", [](catalog::SearchRequest& r) { r.is_analysis = false; }), "");
  EXPECT_NE(note(
                "on", [](catalog::SearchRequest& r) { r.is_analysis = false; }, kForever),
            "");
  EXPECT_EQ(note("auto", [](catalog::SearchRequest& r) { r.limits.depth = 4; }), "");
  EXPECT_EQ(note("auto", [](catalog::SearchRequest& r) { r.limits.nodes = 4; }), "");
  EXPECT_EQ(note("on", [&](catalog::SearchRequest& r) { r.only_moves = {position.legal_moves().front()}; }), "");
}

TEST(SolverBeside, IsASwitchOfEveryEngineWithASolver) {
  auto engine = make_engine("andantino", {}, *catalog::read_engine_spec("partita,proof_thread=off"));
  ASSERT_TRUE(engine.ok()) << engine.error();
  EXPECT_EQ((*engine)->option_values().at("proof_thread"), "off");
  EXPECT_TRUE((*engine)->set_option("proof_thread", "on").ok());
  EXPECT_EQ((*engine)->option_values().at("proof_thread"), "on");
  EXPECT_FALSE((*engine)->set_option("proof_thread", "often").ok());
  EXPECT_FALSE(make_engine("andantino", {}, *catalog::read_engine_spec("partita,proof_thread=often")).ok());
  EXPECT_FALSE(make_engine("omega", {}, *catalog::read_engine_spec("partita,proof_thread=on")).ok());
  EXPECT_EQ((*make_engine("andantino", {}, {"sweere-none", {}}))->option_values().at("proof_thread"), "off");
}

// ---- overruled() by itself

catalog::LineReport line_of(int rank, const std::string& move) {
  catalog::LineReport line;
  line.rank = rank;
  line.pv = {move, "X1"};
  return line;
}

TEST(Overruled, TheProvenMoveRisesAndTheOthersFollow) {
  const auto lines = overruled({line_of(1, "A1"), line_of(2, "B1"), line_of(3, "C1")},
                               {Proven::Result::kWin, "C1", 9, false, 5}, played(""), 3);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].pv, (std::vector<std::string>{"C1", "X1"}));
  EXPECT_EQ(lines[0].score.distance, 9);
  EXPECT_EQ(lines[0].score.bound, catalog::ScoreReport::Bound::kLower);
  EXPECT_EQ(lines[1].pv.front(), "A1");
  EXPECT_EQ(lines[2].pv.front(), "B1");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(lines[static_cast<std::size_t>(i)].rank, i + 1);
}

TEST(Overruled, AnUnknownMovePushesTheLastLineOut) {
  const auto lines =
      overruled({line_of(1, "A1"), line_of(2, "B1")}, {Proven::Result::kWin, "C1", 0, false, 5}, played(""), 2);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].pv.front(), "C1");
  EXPECT_FALSE(lines[0].score.distance.has_value());
  EXPECT_EQ(lines[1].pv.front(), "A1");
}

TEST(Overruled, AShorterWinOfTheEngineStays) {
  catalog::LineReport own = line_of(1, "A1");
  own.score.distance = 5;
  const auto lines = overruled({own}, {Proven::Result::kWin, "C1", 9, false, 5}, played(""), 1);
  EXPECT_EQ(lines.front().pv.front(), "A1");
  EXPECT_EQ(lines.front().score.distance, 5);
  own.score.distance = 11;
  EXPECT_EQ(overruled({own}, {Proven::Result::kWin, "C1", 9, false, 5}, played(""), 1).front().pv.front(), "C1");
}

TEST(Overruled, ADrawIsADraw) {
  const auto lines = overruled({line_of(1, "A1")}, {Proven::Result::kDraw, "B1", 0, false, 5}, played(""), 1);
  EXPECT_EQ(lines.front().pv.front(), "B1");
  EXPECT_EQ(lines.front().score.distance, 0);
  EXPECT_EQ(lines.front().score.draw, 1);
}

}  // namespace
}  // namespace partita::study
