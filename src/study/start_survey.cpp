#include "study/start_survey.h"

#include <algorithm>
#include <set>

#include "base/random.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/engine.h"

namespace partita::study {

namespace {

/// No game needs so many; those without a limit of their own are called drawn there.
constexpr int kMostStartPlies = 300;
/// Games after which an opening is dropped whose place is taken already.
constexpr int kFirstGames = 20;
/// A greater score is not a handicap but a decided game.
constexpr double kMostHelp = 0.9;

/// The rows with most moves played, so that something has happened.
std::vector<AtlasRow> latest_rows(const catalog::AnyPosition& start) {
  const auto atlas = shipped_atlas(start.game());
  std::vector<AtlasRow> rows = atlas ? atlas->rows() : std::vector<AtlasRow>();
  std::erase_if(rows, [&](const AtlasRow& row) { return row.rules != start.rules(); });
  std::size_t most = 1;
  for (const AtlasRow& row : rows) most = std::max(most, row.moves.size());
  std::erase_if(rows, [&](const AtlasRow& row) { return row.moves.size() != most; });
  return rows;
}

OfferedStart start_of(const AtlasRow& row) {
  OfferedStart start;
  start.rules = row.rules;
  start.moves = row.moves;
  if (row.result == AtlasRow::Result::kSeat) {
    start.winner = row.winner;
    start.plies = row.at_most;
  } else if (!row.is_known()) {
    start.nodes_in_vain = row.nodes;
  }
  return start;
}

/// Proven wins of a seat, from the shortest to the longest, evenly chosen.
std::vector<OfferedStart> proven_wins(const std::vector<AtlasRow>& rows, catalog::Seat seat, int count) {
  std::vector<AtlasRow> won;
  for (const AtlasRow& row : rows) {
    if (row.result == AtlasRow::Result::kSeat && row.winner == seat && row.at_most > 0) won.push_back(row);
  }
  std::stable_sort(won.begin(), won.end(), [](const AtlasRow& a, const AtlasRow& b) { return a.at_most < b.at_most; });
  std::vector<OfferedStart> chosen;
  const auto wanted = std::min(static_cast<std::size_t>(count), won.size());
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t at = wanted == 1 ? 0 : i * (won.size() - 1) / (wanted - 1);
    chosen.push_back(start_of(won[at]));
  }
  return chosen;
}

class StartFinder {
 public:
  StartFinder(const StartPlan& plan, catalog::AnyEngine& engine) : plan_(plan), engine_(engine), random_(plan.seed) {}

  std::vector<OfferedStart> find() {
    const std::vector<AtlasRow> rows = latest_rows(plan_.start);
    for (const catalog::Seat seat : {catalog::Seat{0}, catalog::Seat{1}}) {
      for (OfferedStart& start : proven_wins(rows, seat, plan_.handicaps)) consider(std::move(start));
    }
    std::vector<AtlasRow> open = rows;
    std::erase_if(open, [](const AtlasRow& row) { return row.is_known(); });
    std::stable_sort(open.begin(), open.end(), [](const AtlasRow& a, const AtlasRow& b) { return a.nodes > b.nodes; });
    for (const AtlasRow& row : open) consider(start_of(row));
    while (tried_ < plan_.tried && !is_stopped() && !is_full()) {
      if (auto start = random_start()) consider(std::move(*start));
    }
    return std::move(kept_);
  }

 private:
  bool is_stopped() const { return plan_.stop != nullptr && plan_.stop->is_raised(); }

  int kept_of(OfferedStart::Kind kind, catalog::Seat seat) const {
    return static_cast<int>(std::count_if(kept_.begin(), kept_.end(), [&](const OfferedStart& start) {
      return start.kind() == kind && (kind == OfferedStart::Kind::kFair || start.helped() == seat);
    }));
  }
  bool is_full() const {
    return kept_of(OfferedStart::Kind::kFair, 0) >= plan_.fair &&
           kept_of(OfferedStart::Kind::kHandicap, 0) >= plan_.handicaps &&
           kept_of(OfferedStart::Kind::kHandicap, 1) >= plan_.handicaps;
  }
  /// Whether it is something that is still looked for.
  bool is_wanted(const OfferedStart& start) const {
    if (start.kind() == OfferedStart::Kind::kFair) return kept_of(OfferedStart::Kind::kFair, 0) < plan_.fair;
    if (start.kind() != OfferedStart::Kind::kHandicap) return false;
    const double help = start.helped() == 0 ? start.share() : 1 - start.share();
    return (start.winner || help <= kMostHelp) &&
           kept_of(OfferedStart::Kind::kHandicap, start.helped()) < plan_.handicaps;
  }

  std::optional<OfferedStart> random_start() {
    catalog::AnyPosition position = plan_.start;
    while (position.ply() < plan_.start.ply() + plan_.plies || !position.starts_turn()) {
      const auto moves = position.legal_moves();
      if (moves.empty() || !position.play(moves[random_.below(static_cast<std::uint32_t>(moves.size()))])) break;
    }
    if (position.is_over() || !position.starts_turn()) return std::nullopt;
    // Takes over what the atlas has proven of it, or of an image of it.
    const AtlasRow* row = shipped_row(position);
    OfferedStart start = row == nullptr ? OfferedStart{} : start_of(*row);
    start.rules = position.rules();
    start.moves = position.moves();
    return start;
  }

  /// Plays from it and keeps it if it is wanted. A place that is taken already is noticed after a few games.
  void consider(OfferedStart start) {
    ++tried_;
    const auto position = position_of(plan_.start.game(), start);
    if (!position || is_stopped() || !images_.insert(catalog::canonical_text(*position)).second) return;
    start.level = plan_.level;
    play_games(*position, start, std::min(kFirstGames, plan_.games));
    const bool is_hopeless = start.kind() != OfferedStart::Kind::kNeither && !is_wanted(start);
    if (is_hopeless && is_far_from_wanted(start)) return;
    play_games(*position, start, plan_.games);
    if (is_stopped() || !is_wanted(start)) return;
    if (plan_.on_start) plan_.on_start(start, tried_);
    kept_.push_back(std::move(start));
  }

  /// So few games may still err by a fifth.
  bool is_far_from_wanted(const OfferedStart& start) const {
    constexpr double kStillPossible = 0.2;
    const bool wants_fair = kept_of(OfferedStart::Kind::kFair, 0) < plan_.fair;
    const double away = start.share() < 0.5 ? 0.5 - start.share() : start.share() - 0.5;
    return !wants_fair || away > kStillPossible;
  }

  void play_games(const catalog::AnyPosition& position, OfferedStart& start, int games) {
    for (; start.games < games && !is_stopped(); ++start.games) {
      (void)engine_.set_option("seed", std::to_string(plan_.seed + static_cast<std::uint64_t>(start.games)));
      engine_.new_game();
      start.half_points += half_points_of_first(position);
    }
  }

  int half_points_of_first(catalog::AnyPosition position) {
    for (int plies = 0; !position.is_over(); ++plies) {
      if (plies == kMostStartPlies || is_stopped()) return 1;
      if (!position.play(engine_.search(position, {}).best_move)) return 1;
    }
    return 2 * position.ending().payoff[0] / catalog::kPoint;
  }

  const StartPlan& plan_;
  catalog::AnyEngine& engine_;
  base::Random random_;
  std::set<std::string> images_;
  std::vector<OfferedStart> kept_;
  int tried_ = 0;
};

}  // namespace

base::Parsed<std::vector<OfferedStart>> find_starts(const StartPlan& plan) {
  if (plan.start.seat_count() != 2) return base::Error{"starts are looked for in games of two seats"};
  catalog::EngineSpec spec;
  spec.preset = "level-" + std::to_string(plan.level);
  auto engine = make_engine(plan.start.game(), plan.start.rules(), spec);
  if (!engine) return engine.forward_error();
  return StartFinder(plan, **engine).find();
}

}  // namespace partita::study
