#include "catalog/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/random.h"
#include "base/text.h"
#include "catalog/game_list.h"
#include "search/win_chance.h"

namespace partita::catalog {

namespace {

struct Row {
  const char* preset;
  std::uint64_t nodes;
  int depth;
  double spread;
  double tolerance;
};
using Rows = std::array<Row, 10>;

constexpr std::array<const char*, 10> kNames = {"First steps", "Beginner", "Novice", "Casual",   "Club",
                                                "Strong",      "Expert",   "Master", "Champion", "Utmost"};

// Each row beats the one above it: data/levels/*.json has the matches (partita lab levels).
constexpr Rows kAndantino = {{{"partita", 0, 1, 10, 0.6},
                              {"partita", 0, 1, 3, 0.4},
                              {"partita", 0, 1, 1.2, 0.3},
                              {"partita", 0, 2, 0.7, 0.2},
                              {"partita", 0, 3, 0.4, 0.1},
                              {"partita", 1'500, 0, 0, 0},
                              {"partita", 5'000, 0, 0, 0},
                              {"partita", 15'000, 0, 0, 0},
                              {"partita", 60'000, 0, 0, 0},
                              {"partita", 300'000, 0, 0, 0}}};
constexpr Rows kOmega = {{{"partita-ab", 0, 1, 12, 0.6},
                          {"partita-ab", 0, 1, 3, 0.4},
                          {"partita-ab", 0, 1, 1, 0.3},
                          {"partita-ab", 0, 1, 0.3, 0.2},
                          {"partita-ab", 0, 3, 0.2, 0.1},
                          {"partita", 150, 0, 0, 0},
                          {"partita", 500, 0, 0, 0},
                          {"partita", 2'000, 0, 0, 0},
                          {"partita", 6'000, 0, 0, 0},
                          {"partita", 40'000, 0, 0, 0}}};
constexpr Rows kTafl = {{{"partita-classic", 0, 1, 12, 0.6},
                         {"partita-classic", 0, 1, 3, 0.4},
                         {"partita-classic", 0, 1, 1, 0.3},
                         {"partita-classic", 0, 2, 0.6, 0.2},
                         {"partita-classic", 1'500, 0, 0, 0},
                         {"partita-classic", 4'000, 0, 0, 0},
                         {"partita-classic", 12'000, 0, 0, 0},
                         {"partita-classic", 35'000, 0, 0, 0},
                         {"partita-classic", 100'000, 0, 0, 0},
                         {"partita-classic", 300'000, 0, 0, 0}}};

constexpr Rows kHex = {{{"partita-ab", 0, 1, 12, 0.6},
                        {"partita-ab", 0, 1, 3, 0.4},
                        {"partita-ab", 0, 1, 1, 0.3},
                        {"partita-ab", 0, 2, 0.4, 0.2},
                        {"partita", 100, 0, 0, 0},
                        {"partita", 400, 0, 0, 0},
                        {"partita", 1'500, 0, 0, 0},
                        {"partita", 5'000, 0, 0, 0},
                        {"partita", 15'000, 0, 0, 0},
                        {"partita", 50'000, 0, 0, 0}}};

/// The same rungs climbed by another engine.
constexpr Rows with_preset(Rows rows, const char* preset) {
  for (Row& row : rows) row.preset = preset;
  return rows;
}

/// A game whose ladder nobody has measured yet.
constexpr Rows kUnmeasured = with_preset(kTafl, "partita");

const Rows& rows_of(std::string_view game) {
  return game == "andantino" ? kAndantino
         : game == "omega"   ? kOmega
         : game == "tafl"    ? kTafl
         : game == "hex"     ? kHex
                             : kUnmeasured;
}

std::vector<Level> make_levels(std::string_view game) {
  std::vector<Level> levels;
  for (const Row& row : rows_of(game)) {
    const int level = static_cast<int>(levels.size()) + 1;
    levels.push_back({level, kNames[levels.size()], row.preset, row.nodes, row.depth, row.spread, row.tolerance});
  }
  return levels;
}

template <class... Games>
std::map<std::string, std::vector<Level>, std::less<>> levels_by_game(GameList<Games...>) {
  return {{std::string(Games::kName), make_levels(Games::kName)}...};
}

class LevelEngine final : public AnyEngine {
 public:
  LevelEngine(std::unique_ptr<AnyEngine> engine, const Level& level) : engine_(std::move(engine)), level_(level) {}

  const std::string& preset() const override { return engine_->preset(); }
  const std::vector<base::OptionSpec>& options() const override { return engine_->options(); }
  base::OptionValues option_values() const override { return engine_->option_values(); }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    return engine_->set_option(name, value);
  }
  void new_game() override {
    won_at_ply_ = kNever;
    engine_->new_game();
  }
  std::int64_t turn_ms(const AnyPosition& position, const Limits& limits) const override {
    return engine_->turn_ms(position, limits);
  }

  SearchResult search(const AnyPosition& position, const SearchRequest& request) override {
    // A position of before the proof, or of another game, is nothing won.
    if (position.ply() <= won_at_ply_) won_at_ply_ = kNever;
    const bool is_won = won_at_ply_ != kNever;
    base::Random random(seed() ^ position.key());
    SearchRequest asked = request;
    const std::uint64_t nodes = is_won || level_.nodes == 0 ? std::max(kAmple, level_.nodes) : level_.nodes;
    asked.limits.nodes = asked.limits.nodes == 0 ? nodes : std::min(asked.limits.nodes, nodes);
    const bool chooses = level_.spread > 0 && !is_won && request.limits.lines <= 1;
    if (chooses) {
      asked.limits.lines = kLines;
      asked.limits.depth = depth_for(random);
    }
    SearchResult result = engine_->search(position, asked);
    // Where the rules know repetition a proof may fall through: then it plays on as before.
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
  static bool is_proven_win(const SearchResult& result) {
    return !result.lines.empty() && result.lines.front().score.distance.value_or(0) > 0;
  }
  /// By the curve the ladders were measured with: the one shown to people may be fitted anew.
  static double chance(const LineReport& line) {
    constexpr search::ChanceCurve kMeasuredWith = {400.0, 0.0};
    if (line.score.distance == 0) return 0.5;
    return search::win_chance(kMeasuredWith, static_cast<game::Score>(line.score.value)).win;
  }

  /// Any of the lines, the likelier the better it is; never one that is known to lose while another is not.
  void choose(SearchResult& result, base::Random& random) const {
    std::vector<double> weights;
    double sum = 0;
    for (const LineReport& line : result.lines) {
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

  std::unique_ptr<AnyEngine> engine_;
  Level level_;
  int won_at_ply_ = kNever;
};

}  // namespace

const std::vector<Level>& levels_of(std::string_view game) {
  static const auto levels = levels_by_game(AllGames{});
  static const std::vector<Level> none;
  const auto found = levels.find(game);
  return found == levels.end() ? none : found->second;
}

const Level* level_of_preset(std::string_view game, std::string_view preset) {
  for (const Level& level : levels_of(game)) {
    if (preset == "level-" + std::to_string(level.level)) return &level;
  }
  return nullptr;
}

std::unique_ptr<AnyEngine> with_level(std::unique_ptr<AnyEngine> engine, const Level& level) {
  return std::make_unique<LevelEngine>(std::move(engine), level);
}

}  // namespace partita::catalog
