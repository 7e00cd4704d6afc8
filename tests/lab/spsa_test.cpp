#include <gtest/gtest.h>

#include <cmath>

#include "arena/game_job.h"
#include "base/random.h"
#include "base/text.h"
#include "lab/spsa.h"
#include "record/declared_json.h"
#include "work/job_handlers.h"

namespace partita::lab {
namespace {

/// Plays no game: whoever's lmr_base is nearer to 120 wins the more often, and lmr_slope does not matter.
class ImaginedGames final : public work::Queue {
 private:
  base::Parsed<base::Done> run_jobs(const std::vector<work::Job>& jobs, const NextJob&, const OnResult& on_result,
                                    const base::StopFlag&) override {
    for (const work::Job& job : jobs) {
      const auto game = record::read_object<arena::GameJob>(job.payload);
      EXPECT_TRUE(game) << game.error();
      const double difference = goodness(game->seats[0]) - goodness(game->seats[1]);
      arena::GameOutcome outcome{game->id, {}};
      outcome.game.reason = "imagined";
      const bool first_wins = random_.unit() < 1 / (1 + std::exp(-difference));
      outcome.game.payoff[first_wins ? 0 : 1] = catalog::kPoint;
      if (!on_result({job.id, record::write_object(outcome), "", "nobody"})) break;
    }
    return base::Done{};
  }
  static double goodness(const std::string& spec) {
    const std::string name = "lmr_base=";
    const std::size_t at = spec.find(name) + name.size();
    const double value = static_cast<double>(*base::read_int(spec.substr(at, spec.find(',', at) - at)));
    return -std::pow((value - 120) / 15, 2);
  }
  base::Random random_{5};
};

SpsaOptions options() {
  SpsaOptions how;
  how.game = "andantino";
  how.rules = {{"side", "5"}};
  how.preset = "partita,lmr_base=60";
  how.rounds = 150;
  how.rate = 0.2;
  return how;
}

TEST(Spsa, FindsWhatWinsAndLeavesTheRest) {
  SpsaOptions how = options();
  const auto parameters = read_parameters(how, {"lmr_base=0:300:10", "lmr_slope"});
  ASSERT_TRUE(parameters) << parameters.error();
  how.parameters = *parameters;
  how.preset = "partita";
  EXPECT_EQ(how.parameters[0].value, 60);
  ImaginedGames games;
  const auto result = run_spsa(how, games, {});
  ASSERT_TRUE(result) << result.error();
  EXPECT_EQ(result->games, 150 * 4);
  EXPECT_NEAR(result->parameters[0].value, 120, 15);
  EXPECT_NEAR(result->parameters[1].value, how.parameters[1].value, 3 * how.parameters[1].reach);
  const std::string page = spsa_page(how, *result, nullptr, {});
  EXPECT_NE(page.find("lmr_base"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
}

TEST(Spsa, RefusesWhatItCannotTune) {
  for (const char* word :
       {"killers", "no_such_switch", "lmr_base=1", "lmr_base=5:1:1", "lmr_base=0:9999:1", "lmr_base=1:2:0"}) {
    EXPECT_FALSE(read_parameters(options(), {word})) << word;
  }
  EXPECT_FALSE(read_parameters(options(), {}));
}

}  // namespace
}  // namespace partita::lab
