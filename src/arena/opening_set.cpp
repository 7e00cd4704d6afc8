#include "arena/opening_set.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "study/engine.h"

namespace partita::arena {

namespace {

constexpr int kTriesPerOpening = 60;

/// Plays random legal plies; a game that ends on the way is no opening.
bool play_randomly(catalog::AnyPosition& position, int plies, base::Random& random) {
  // Whole turns only: no player should inherit another's half-finished turn.
  for (int ply = 0; ply < plies || !position.starts_turn(); ++ply) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return false;
    if (!position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))])) return false;
  }
  return !position.is_over();
}

struct Candidate {
  Opening opening;
  double imbalance = 1;
};

/// Distance of the judge's estimate from an even game; a proven result is as uneven as can be.
double imbalance_of(catalog::AnyEngine& judge, const catalog::AnyPosition& position, std::uint64_t nodes) {
  catalog::SearchRequest request;
  request.limits.nodes = nodes;
  judge.new_game();
  const auto result = judge.search(position, request);
  if (result.lines.empty()) return 1;
  const auto& score = result.lines.front().score;
  if (score.distance) return 1;
  return std::abs(score.win + score.draw / 2 - 1.0 / position.seat_count());
}

}  // namespace

base::Parsed<std::vector<Opening>> generate_openings(const OpeningPlan& plan,
                                                     const std::function<void(int, int)>& on_progress) {
  auto start = catalog::AnyPosition::initial(plan.game, plan.rules);
  if (!start) return start.forward_error();
  auto spec = catalog::read_engine_spec(plan.judge);
  if (!spec) return spec.forward_error();
  auto judge = study::make_engine(plan.game, plan.rules, *spec);
  if (!judge) return judge.forward_error();
  base::Random random(plan.seed);
  std::set<catalog::Key> seen;
  std::vector<Candidate> rejected;
  std::vector<Opening> kept;
  const int most_tries = plan.count * kTriesPerOpening;
  for (int tried = 1; tried <= most_tries && static_cast<int>(kept.size()) < plan.count; ++tried) {
    catalog::AnyPosition position = *start;
    if (!play_randomly(position, plan.plies, random) || !seen.insert(position.key()).second) continue;
    const double imbalance = plan.imbalance >= 1 ? 0 : imbalance_of(**judge, position, plan.judge_nodes);
    if (imbalance <= plan.imbalance) {
      kept.push_back({"", position.moves()});
    } else if (imbalance < 1) {
      rejected.push_back({{"", position.moves()}, imbalance});
    }
    if (on_progress) on_progress(static_cast<int>(kept.size()), tried);
  }
  std::stable_sort(rejected.begin(), rejected.end(),
                   [](const Candidate& a, const Candidate& b) { return a.imbalance < b.imbalance; });
  for (const Candidate& candidate : rejected) {
    if (static_cast<int>(kept.size()) >= plan.count) break;
    kept.push_back(candidate.opening);
  }
  if (kept.empty()) return base::Error{"no undecided opening found with " + std::to_string(plan.plies) + " plies"};
  return kept;
}

base::Parsed<std::vector<Opening>> read_opening_file(const std::string& path, const std::string& game,
                                                     const base::OptionValues& rules) {
  std::ifstream file(path);
  if (!file) return base::Error{path + ": cannot be read"};
  std::ostringstream text;
  text << file.rdbuf();
  auto openings = record::read_openings(text.str(), game, rules);
  if (!openings) return base::Error{path + ":" + openings.error()};
  if (openings->empty()) return base::Error{path + ": holds no opening"};
  for (std::size_t i = 0; i < openings->size(); ++i) {
    const auto position = record::open_position((*openings)[i], game, rules);
    if (!position) return position.error_at(path);
    if (position->is_over()) return base::Error{path + ": opening " + std::to_string(i + 1) + " ends the game"};
  }
  return openings;
}

}  // namespace partita::arena
