// The reports' presets as the text says and as their authors' programs play.
#include <gtest/gtest.h>

#include <set>

#include "catalog/any_engine.h"
#include "catalog/games.h"

namespace partita::catalog {
namespace {

std::unique_ptr<AnyEngine> engine_of(const char* game, const char* spec, const base::OptionValues& rules = {}) {
  auto engine = make_plain_engine(game, rules, *read_engine_spec(spec));
  EXPECT_TRUE(engine.ok()) << (engine ? "" : engine.error());
  return engine ? std::move(*engine) : nullptr;
}

AnyPosition played_out_to(const char* game, const base::OptionValues& rules, std::vector<const char*> moves) {
  auto position = AnyPosition::initial(game, rules);
  for (const char* move : moves) EXPECT_TRUE(position->play(move).ok()) << move;
  return *position;
}

SearchResult search_to(AnyEngine& engine, const AnyPosition& position, int depth) {
  SearchRequest request;
  request.limits.depth = depth;
  return engine.search(position, request);
}

TEST(AuthorForms, TheTextIsTheDefault) {
  const auto engine = engine_of("andantino", "rao-ab-negamax-tt");
  EXPECT_EQ(engine->option_values().at("as"), "text");
  EXPECT_EQ(engine->option_values().at("window_slip"), "off");
}

TEST(AuthorForms, OneSwitchTurnsAllOfThem) {
  const auto engine = engine_of("andantino", "rao-ab-negamax-tt,as=program");
  EXPECT_EQ(engine->option_values().at("window_slip"), "on");
  EXPECT_EQ(engine->option_values().at("tt_key_bits"), "14");
  ASSERT_TRUE(engine->set_option("as", "text").ok());
  EXPECT_EQ(engine->option_values().at("window_slip"), "off");
  ASSERT_TRUE(engine->set_option("as", "program").ok());
  EXPECT_EQ(engine->option_values().at("window_slip"), "on");
  // A switch that was set by name stays.
  const auto kept = engine_of("andantino", "rao-ab-negamax-tt,as=program,window_slip=off");
  EXPECT_EQ(kept->option_values().at("window_slip"), "off");
}

TEST(AuthorForms, AnEngineWithoutAProgramSaysSo) {
  const auto engine = make_plain_engine("andantino", {}, *read_engine_spec("partita,as=program"));
  ASSERT_FALSE(engine.ok());
  EXPECT_NE(engine.error().find("no as=program"), std::string::npos) << engine.error();
  const auto rudin = make_plain_engine("tafl", {}, *read_engine_spec("rudin,as=program"));
  EXPECT_FALSE(rudin.ok());
  const auto ours = engine_of("andantino", "partita");
  EXPECT_FALSE(ours->set_option("as", "program").ok());
}

TEST(AuthorForms, RaosWindowLeavesMovesOut) {
  const AnyPosition position = played_out_to("andantino", {{"side", "10"}}, {"I10", "J11", "I11", "J12", "K12"});
  const auto right = engine_of("andantino", "rao-ab-negamax-tt,tt=off,evaluator=rao-fn1");
  const auto turned = engine_of("andantino", "rao-ab-negamax-tt,tt=off,evaluator=rao-fn1,window_slip=on");
  const auto whole = search_to(*right, position, 3);
  const auto part = search_to(*turned, position, 3);
  EXPECT_LT(part.nodes, whole.nodes);
  // At depth 1 no child has a window of its own.
  EXPECT_EQ(search_to(*turned, position, 1).nodes, search_to(*right, position, 1).nodes);
}

TEST(AuthorForms, TheExchangeOfKillersChangesNoValue) {
  const AnyPosition position = played_out_to("omega", {{"side", "4"}}, {"W:A1", "B:D4"});
  const auto newest = engine_of("omega", "trebing-km,own_book=off", {{"side", "4"}});
  const auto random = engine_of("omega", "trebing-km,own_book=off,killer_exchange=random", {{"side", "4"}});
  const auto a = search_to(*newest, position, 4);
  const auto b = search_to(*random, position, 4);
  EXPECT_EQ(a.lines.front().score.value, b.lines.front().score.value);
}

TEST(AuthorForms, TrebingsProgramSearchesOnceATurn) {
  const base::OptionValues rules = {{"side", "4"}};
  const auto program = engine_of("omega", "trebing-full,as=program,own_book=off", rules);
  const auto text = engine_of("omega", "trebing-full,own_book=off", rules);
  AnyPosition position = played_out_to("omega", rules, {});
  const auto first = search_to(*program, position, 3);
  EXPECT_GT(first.nodes, 0U);
  ASSERT_TRUE(position.play(first.best_move).ok());
  ASSERT_FALSE(position.starts_turn());
  const auto second = search_to(*program, position, 3);
  EXPECT_EQ(second.nodes, 0U);
  EXPECT_EQ(second.note, "same search");
  EXPECT_EQ(second.best_move, first.lines.front().pv.at(1));
  EXPECT_GT(search_to(*text, position, 3).nodes, 0U);
  // Another position than the one it looked forward to is searched.
  AnyPosition other = played_out_to("omega", rules, {"W:B2"});
  EXPECT_GT(search_to(*program, other, 3).nodes, 0U);
}

TEST(AuthorForms, AboukhadrasFirstWhiteStoneIsAnyOne) {
  const AnyPosition start = played_out_to("andantino", {{"side", "10"}}, {});
  std::set<std::string> firsts;
  for (const char* seed : {"1", "2", "3", "4", "5", "6", "7", "8"}) {
    const auto engine = engine_of("andantino", (std::string("aboukhadra-tt-killers-id,seed=") + seed).c_str());
    const auto result = search_to(*engine, start, 1);
    EXPECT_EQ(result.note, "random first move");
    firsts.insert(result.best_move);
  }
  EXPECT_GT(firsts.size(), 2U);
  const auto engine = engine_of("andantino", "aboukhadra-tt-killers-id");
  EXPECT_EQ(search_to(*engine, played_out_to("andantino", {{"side", "10"}}, {"K10"}), 1).note, "");
}

TEST(AuthorForms, HitsErrorsAndKillersAreCounted) {
  const auto engine = engine_of("andantino", "aboukhadra-tt-killers-id,hash_mb=16");
  const auto result =
      search_to(*engine, played_out_to("andantino", {{"side", "10"}}, {"I10", "J11", "I11", "J12", "K12"}), 5);
  ASSERT_TRUE(result.table.has_value());
  EXPECT_GT(result.table->killer_cutoffs, 0U);
  EXPECT_NE(table_text(*result.table).find("cut-offs by killers"), std::string::npos);
}

TEST(AuthorForms, AnEvaluationIsToldWithoutASearch) {
  const auto engine = engine_of("omega", "trebing-full", {{"side", "4"}});
  const AnyPosition position = played_out_to("omega", {{"side", "4"}}, {"W:A1", "B:D4"});
  const auto white = engine->static_value(position, 0);
  const auto black = engine->static_value(position, 1);
  ASSERT_TRUE(white.has_value() && black.has_value());
  EXPECT_EQ(*white, -*black);
}

}  // namespace
}  // namespace partita::catalog
