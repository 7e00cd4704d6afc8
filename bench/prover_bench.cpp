// Proves ten positions of Andantino and prints what that took, a row each: median of some rounds.
//   prover_bench [ROUNDS [THREADS [FIRST LAST]]]
// To compare two programs, run them in turn and a position at a time. Seconds are those of the clock; beside other work
// they say little, and the processor's time of one thread more.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <string>
#include <vector>

#include "base/text.h"
#include "games/andantino/andantino.h"
#include "solve/prover.h"

namespace {

using partita::games::andantino::Andantino;
namespace base = partita::base;
namespace game = partita::game;
namespace solve = partita::solve;

struct Subject {
  int side;
  game::Seat winner;
  const char* moves;
};
constexpr game::Seat kWhite = 0;
constexpr game::Seat kBlack = 1;
constexpr Subject kSubjects[] = {
    {10, kBlack, ""},
    {9, kBlack, ""},
    {10, kBlack, "I9 J9 I8 I10 J11 I11"},
    {10, kBlack, "I9 J9 I10 I8 J8 I7"},
    {10, kBlack, "I9 J9 I10 J11 H9 H8"},
    {10, kBlack, "I9 J9 I8 J8 K9 K8"},
    {10, kWhite, "I9 J9 I10 I8 J11 K11"},
    {10, kWhite, "I9 J9 I8 H8 H9 H7"},
    {10, kWhite, "I9 J9 I10 H9 J11 H10"},
    {10, kWhite, "I9 J9 I8 H8 J8 K9"},
};
constexpr std::size_t kMebibytes = 1024;

struct Cost {
  double nodes, seconds, processor_seconds;
};

Andantino::Position position_of(const Subject& subject) {
  Andantino::Rules rules;
  rules.side = subject.side;
  Andantino::Position pos(rules);
  for (const std::string_view move : base::words(subject.moves)) pos.play(*Andantino::Notation::read_move(pos, move));
  return pos;
}

Cost prove(const Subject& subject, int threads) {
  solve::ProofTable table(kMebibytes);
  solve::ProofPlan plan;
  plan.threads = threads;
  solve::Prover<Andantino> prover(position_of(subject), subject.winner, table, plan);
  const std::clock_t before = std::clock();
  if (!prover.run().is_proven()) std::abort();
  const auto progress = prover.progress(prover.result());
  return {static_cast<double>(progress.nodes), progress.seconds,
          static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC};
}

double median(std::vector<Cost> costs, double Cost::*what) {
  std::sort(costs.begin(), costs.end(), [what](const Cost& a, const Cost& b) { return a.*what < b.*what; });
  return costs[costs.size() / 2].*what;
}

}  // namespace

int main(int argc, char** argv) {
  for (int at = 1; at < argc; ++at) {
    if (std::atoi(argv[at]) < 1) {
      std::fprintf(stderr, "prover_bench: '%s' is no number from 1 on; prover_bench [ROUNDS [THREADS [FIRST LAST]]]\n",
                   argv[at]);
      return 2;
    }
  }
  const auto number = [&](int at, std::size_t usual) {
    return at < argc ? static_cast<std::size_t>(std::atoi(argv[at])) : usual;
  };
  const std::size_t last = std::min(number(4, std::size(kSubjects)), std::size(kSubjects));
  for (std::size_t i = number(3, 1) - 1; i < last; ++i) {
    const Subject& subject = kSubjects[i];
    std::vector<Cost> costs;
    for (std::size_t round = 0; round < number(1, 3); ++round) {
      costs.push_back(prove(subject, static_cast<int>(number(2, 1))));
    }
    std::printf("| side %d, %s, %s | %s | %.2f | %.2f |\n", subject.side, *subject.moves != 0 ? subject.moves : "start",
                subject.winner == kBlack ? "Black" : "White",
                base::with_thousands(static_cast<std::int64_t>(median(costs, &Cost::nodes))).c_str(),
                median(costs, &Cost::seconds), median(costs, &Cost::processor_seconds));
    std::fflush(stdout);
  }
  return 0;
}
