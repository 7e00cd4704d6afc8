// Nothing that is said of a move may be wrong: claims made up from games that an engine plays against itself, each
// checked by the rules.
#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "catalog/games.h"
#include "kit/effort.h"
#include "study/engine.h"
#include "study/reason.h"

namespace partita::study {
namespace {

struct Kind {
  const char* game;
  base::OptionValues rules;
};

/// What was said and what of it the rules refused, by kind of motif.
struct Tally {
  int claims = 0;
  int refused_of_others = 0;
  std::map<std::string, int> told;
};

class TruthHunt {
 public:
  TruthHunt(const Kind& kind, std::uint64_t seed)
      : kind_(kind), hooks_(*(*catalog::find_game(kind.game))->motifs), random_(seed) {
    catalog::EngineSpec spec;
    spec.overrides = {{"hash_mb", "1"}};
    engine_ = std::move(make_engine(kind.game, kind.rules, spec).value());
  }

  /// Plays games until so many claims were checked.
  void run(int claims, Tally& tally) {
    for (const int wanted = tally.claims + claims; tally.claims < wanted && !testing::Test::HasFailure();) {
      auto position = catalog::AnyPosition::initial(kind_.game, kind_.rules).value();
      while (!position.is_over() && tally.claims < wanted && position.moves().size() < 150) {
        const std::string chosen = legal_move(position);
        const auto best = best_line(position);
        question(position, chosen, best, tally);
        const bool is_random = position.moves().size() < 4 || random_.below(4) == 0;
        ASSERT_TRUE(position.play(is_random ? chosen : best.front()));
      }
    }
  }

 private:
  std::string legal_move(const catalog::AnyPosition& position) {
    const auto legal = position.legal_moves();
    return legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
  }

  std::vector<std::string> best_line(const catalog::AnyPosition& position) {
    if (position.is_over()) return {};
    catalog::SearchRequest request;
    request.limits.nodes = 100;
    const auto result = engine_->search(position, request);
    return result.lines.empty() || result.lines[0].pv.empty() ? std::vector{result.best_move} : result.lines[0].pv;
  }

  void question(const catalog::AnyPosition& position, const std::string& chosen, const std::vector<std::string>& best,
                Tally& tally) {
    std::vector<std::string> played = {chosen};
    catalog::AnyPosition after = position;
    ASSERT_TRUE(after.play(chosen));
    const auto answers = best_line(after);
    played.insert(played.end(), answers.begin(), answers.end());
    const Reason reason = find_reason({position, played, best});
    for (const Claim& claim : reason.claims) check(position, claim, tally);
    for (const Claim& claim : find_reason({position, best, {}}).claims) check(position, claim, tally);
    // Everything that is known of a move is checked, told or not.
    for (const catalog::Motif& motif : hooks_.find(position.model(), chosen)) {
      check(position, {{}, chosen, motif, false}, tally);
    }
  }

  void check(const catalog::AnyPosition& position, const Claim& claim, Tally& tally) {
    const std::string english = claim_text(kind_.game, claim, Language::kEnglish);
    const std::string italian = claim_text(kind_.game, claim, Language::kItalian);
    EXPECT_TRUE(is_claim_true(position, claim)) << position.text() << ": " << english;
    for (const std::string& text : {english, italian}) {
      EXPECT_NE(text.find(claim.move), std::string::npos) << text;
      EXPECT_EQ(text.find_first_of("{}#|"), std::string::npos) << text;
      EXPECT_EQ(text.find("  "), std::string::npos) << text;
    }
    ++tally.claims;
    ++tally.told[std::string(claim.motif.kind)];
    if (claim.before.empty()) {
      Claim other = claim;
      other.move = legal_move(position);
      tally.refused_of_others += !is_claim_true(position, other);
    } else {
      Claim early = claim;
      early.before.pop_back();
      tally.refused_of_others += !is_claim_true(position, early);
    }
  }

  const Kind& kind_;
  const catalog::MotifHooks& hooks_;
  base::Random random_;
  std::unique_ptr<catalog::AnyEngine> engine_;
};

void expect_true_claims(const std::vector<Kind>& kinds) {
  const int all = kit::samples(1000);
  Tally tally;
  std::uint64_t seed = 1;
  for (const Kind& kind : kinds) {
    TruthHunt(kind, seed++).run(1 + all / static_cast<int>(kinds.size()), tally);
  }
  EXPECT_GE(tally.claims, all);
  // The check is no formality: hardly any of it holds of another move.
  EXPECT_GT(tally.refused_of_others, tally.claims / 2);
  for (const auto& [name, count] : tally.told) std::printf("%-18s %5d\n", name.c_str(), count);
}

TEST(MotifTruth, Andantino) {
  expect_true_claims({{"andantino", {}}, {"andantino", {{"side", "5"}}}, {"andantino", {{"rules", "unbounded"}}}});
}

TEST(MotifTruth, Tafl) {
  expect_true_claims({{"tafl", {{"rules", "mcgill"}}},
                      {"tafl", {{"rules", "ashton"}}},
                      {"tafl", {{"rules", "brandubh"}}},
                      {"tafl", {{"rules", "linnaean"}}},
                      {"tafl", {{"rules", "copenhagen"}}}});
}

TEST(MotifTruth, Omega) {
  expect_true_claims({{"omega", {}}, {"omega", {{"players", "3"}, {"side", "4"}}}, {"omega", {{"side", "3"}}}});
}

TEST(MotifTruth, Hex) { expect_true_claims({{"hex", {}}, {"hex", {{"side", "5"}}}, {"hex", {{"side", "7"}}}}); }

}  // namespace
}  // namespace partita::study
