#include "study/engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "search/win_chance.h"
#include "study/wrapped_engine.h"

namespace partita::study {

namespace {

class LevelEngine final : public WrappedEngine {
 public:
  LevelEngine(std::unique_ptr<catalog::AnyEngine> engine, const catalog::Level& level)
      : WrappedEngine(std::move(engine)), level_(level) {}

  void new_game() override {
    won_at_ply_ = kNever;
    engine_->new_game();
  }

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    // The proof says nothing of an earlier position or of another game.
    if (position.ply() <= won_at_ply_) won_at_ply_ = kNever;
    const bool is_won = won_at_ply_ != kNever;
    base::Random random(seed() ^ position.key());
    catalog::SearchRequest asked = request;
    const std::uint64_t nodes = is_won || level_.nodes == 0 ? std::max(kAmple, level_.nodes) : level_.nodes;
    asked.limits.nodes = asked.limits.nodes == 0 ? nodes : std::min(asked.limits.nodes, nodes);
    const bool chooses = level_.spread > 0 && !is_won && request.limits.lines <= 1;
    if (chooses) {
      asked.limits.lines = kLines;
      asked.limits.depth = depth_for(random);
    }
    catalog::SearchResult result = engine_->search(position, asked);
    // Where the rules know repetition a proof may not hold: the engine then plays on as before.
    won_at_ply_ = is_proven_win(result) ? position.ply() : kNever;
    if (chooses && won_at_ply_ == kNever) choose(result, random);
    if (chooses && result.lines.size() > 1) result.lines.resize(1);
    return result;
  }

 private:
  static constexpr int kNever = 1 << 30;
  /// More than the shallow searches of weak levels need, and enough to find again what is left of a proof they found.
  static constexpr std::uint64_t kAmple = 100'000;
  static constexpr int kLines = 12;

  std::uint64_t seed() const {
    const auto values = engine_->option_values();
    const auto seed = values.find("seed");
    const auto number = seed == values.end() ? std::nullopt : base::read_int(seed->second);
    return base::mix64(static_cast<std::uint64_t>(number.value_or(1)));
  }
  int depth_for(base::Random& random) const {
    const auto dice = random.below(4);
    return std::max(1, level_.depth + (dice == 0 ? -1 : dice == 1 ? 1 : 0));
  }
  static bool is_proven_win(const catalog::SearchResult& result) {
    return !result.lines.empty() && result.lines.front().score.distance.value_or(0) > 0;
  }
  /// By the curve the ladders were measured with: the one shown to people may be fitted anew.
  static double chance(const catalog::LineReport& line) {
    constexpr search::ChanceCurve kMeasuredWith = {400.0, 0.0};
    if (line.score.distance == 0) return 0.5;
    return search::win_chance(kMeasuredWith, static_cast<catalog::Score>(line.score.value)).win;
  }

  /// Any of the lines, the likelier the better it is; never one that is known to lose while another is not.
  void choose(catalog::SearchResult& result, base::Random& random) const {
    std::vector<double> weights;
    double sum = 0;
    for (const catalog::LineReport& line : result.lines) {
      const bool is_lost = line.score.distance.value_or(0) < 0;
      const double loss = chance(result.lines.front()) - chance(line);
      const double rank = static_cast<double>(weights.size());
      weights.push_back(is_lost || line.pv.empty() ? 0 : std::exp(-loss / level_.tolerance - rank / level_.spread));
      sum += weights.back();
    }
    double point = random.unit() * sum;
    for (std::size_t i = 0; i < weights.size() && sum > 0; ++i) {
      point -= weights[i];
      if (point >= 0 || weights[i] <= 0) continue;
      result.best_move = result.lines[i].pv.front();
      std::swap(result.lines[0], result.lines[i]);
      result.lines[0].rank = 1;
      return;
    }
  }

  catalog::Level level_;
  int won_at_ply_ = kNever;
};

}  // namespace

std::unique_ptr<catalog::AnyEngine> with_level(std::unique_ptr<catalog::AnyEngine> engine,
                                               const catalog::Level& level) {
  return std::make_unique<LevelEngine>(std::move(engine), level);
}

}  // namespace partita::study
