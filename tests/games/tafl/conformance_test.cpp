#include "kit/conformance.h"

#include "games/tafl/golden_files.h"

namespace partita::games::tafl {
namespace {

class TaflConformance : public ::testing::TestWithParam<std::string_view> {};

TEST_P(TaflConformance, Kit) { kit::run_conformance<Tafl>(rules_named(GetParam())); }

INSTANTIATE_TEST_SUITE_P(RuleSets, TaflConformance,
                         ::testing::Values("mcgill", "ashton", "linnaean", "brandubh", "fetlar", "copenhagen"),
                         [](const auto& row) { return std::string(row.param); });

TEST(TaflPerft, FourWaysAgree) {
  for (const RuleSet& rules : rule_sets()) kit::perft_four_ways<Tafl>(Tafl::initial(&rules), 2);
}

}  // namespace
}  // namespace partita::games::tafl
