// The switch known_proofs: what is proven is looked up before anything is searched.

#include <gtest/gtest.h>

#include "kit/effort.h"
#include "study/engine.h"
#include "study/proven.h"

namespace partita::study {
namespace {

std::unique_ptr<catalog::AnyEngine> engine_of(const catalog::EngineSpec& spec) {
  auto engine = make_engine("andantino", {}, spec);
  EXPECT_TRUE(engine) << engine.error();
  return std::move(*engine);
}

TEST(KnownProofs, TellWhoWinsTheSolvedStart) {
  if (kit::kIsSanitized) GTEST_SKIP() << "the certificate is read too slowly";
  const auto start = *catalog::AnyPosition::initial("andantino");
  auto engine = engine_of(with_known_proofs("andantino", {}));
  catalog::SearchRequest request;
  request.limits.nodes = 100;
  std::vector<catalog::LineReport> told;
  request.on_line = [&](const catalog::LineReport& line) { told.push_back(line); };
  const catalog::SearchResult result = engine->search(start, request);
  ASSERT_FALSE(result.lines.empty());
  EXPECT_EQ(proven_sign(result.lines[0].score), -1) << "White is to move, and Black wins";
  EXPECT_EQ(result.lines[0].score.by_seat[1], 1.0);
  EXPECT_EQ(result.note, "proven");
  ASSERT_FALSE(told.empty());
  EXPECT_GT(told.back().known_hits, 0U);
  // An analysis goes on, and no line of it says otherwise.
  request.is_analysis = true;
  request.limits.lines = 3;
  for (const catalog::LineReport& line : engine->search(start, request).lines) EXPECT_EQ(proven_sign(line.score), -1);
}

/// A clock that leaves no time to read the certificate: the atlas knows who wins.
TEST(KnownProofs, AreTheAtlasWhereTimeIsShort) {
  const auto start = *catalog::AnyPosition::initial("andantino");
  auto engine = engine_of(with_known_proofs("andantino", {}));
  catalog::SearchRequest request;
  request.limits.movetime_ms = 50;
  const catalog::SearchResult result = engine->search(start, request);
  ASSERT_FALSE(result.lines.empty());
  EXPECT_EQ(proven_sign(result.lines[0].score), -1);
  EXPECT_EQ(result.note, "proven");
}

TEST(KnownProofs, AreOffUnlessSomebodyAsksForThem) {
  auto engine = engine_of({});
  EXPECT_EQ(engine->option_values().at("known_proofs"), "off");
  catalog::SearchRequest request;
  request.limits.nodes = 200;
  const auto start = *catalog::AnyPosition::initial("andantino");
  const auto result = engine->search(start, request);
  ASSERT_FALSE(result.lines.empty());
  EXPECT_FALSE(proven_sign(result.lines[0].score).has_value());
  EXPECT_EQ(result.lines[0].known_hits, 0U);
  EXPECT_FALSE(engine->set_option("known_proofs", "sometimes").ok());
  EXPECT_TRUE(engine->set_option("known_proofs", "on").ok());
  EXPECT_EQ(engine->option_values().at("known_proofs"), "on");
}

TEST(KnownProofs, AreForOurOwnEnginesAndNotForLevels) {
  const auto use = [](const char* game, const char* preset) {
    return with_known_proofs(game, *catalog::read_engine_spec(preset)).overrides.count("known_proofs") > 0;
  };
  EXPECT_TRUE(use("andantino", "partita"));
  EXPECT_TRUE(use("hex", "partita"));
  EXPECT_FALSE(use("andantino", "level-3")) << "a level plays as it would";
  EXPECT_FALSE(use("andantino", "sweere-none")) << "and so does an engine of a report";
  EXPECT_FALSE(use("omega", "partita")) << "nothing is proven by a solver there";
  const auto off = with_known_proofs("andantino", *catalog::read_engine_spec("partita,known_proofs=off"));
  EXPECT_EQ(off.overrides.at("known_proofs"), "off");
}

}  // namespace
}  // namespace partita::study
