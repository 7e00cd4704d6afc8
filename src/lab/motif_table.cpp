#include "lab/motif_table.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "base/random.h"
#include "base/text.h"
#include "catalog/games.h"
#include "study/engine.h"
#include "study/review.h"

namespace partita::lab {

namespace {

/// One move in so many of a game is chosen at random, so that games differ and faults happen.
constexpr std::uint32_t kRandomOneIn = 6;
constexpr int kOpeningPlies = 4;
/// No game needs so many; those without a limit of their own are left there.
constexpr int kMostGamePlies = 300;
/// Levels whose games are reviewed, in turn: people who want reasons play on these.
constexpr int kReviewedLevels = 4;

class MotifCounter {
 public:
  MotifCounter(const MotifTableOptions& options, const catalog::MotifHooks& hooks)
      : options_(options), hooks_(hooks), random_(options.seed) {
    for (const catalog::MotifKind& kind : *hooks.kinds) table_.rows.push_back({std::string(kind.name)});
    table_.game = options.game;
    table_.rules = base::write_values((*catalog::find_game(options.game))->rule_options, options.rules);
    table_.nodes = options.nodes;
    table_.review_nodes = options.review_nodes;
  }

  base::Parsed<MotifTable> count() {
    for (int game = 0; game < options_.games && !is_stopped(); ++game) {
      if (auto done = count_game(); !done) return done.forward_error();
      if (options_.on_game) options_.on_game(game + 1, options_.games + options_.reviewed);
    }
    for (int game = 0; game < options_.reviewed && !is_stopped(); ++game) {
      if (auto done = review_one(game); !done) return done.forward_error();
      if (options_.on_game) options_.on_game(options_.games + game + 1, options_.games + options_.reviewed);
    }
    if (auto done = time_review(); !done) return done.forward_error();
    if (is_stopped()) return base::Error{"stopped"};
    return table_;
  }

 private:
  bool is_stopped() const { return options_.stop != nullptr && options_.stop->is_raised(); }

  MotifTable::Row& row_of(std::string_view kind) {
    return *std::find_if(table_.rows.begin(), table_.rows.end(),
                         [&](const MotifTable::Row& row) { return row.name == kind; });
  }

  base::Parsed<std::string> next_move(const catalog::AnyPosition& position, catalog::AnyEngine& engine) {
    const auto played = static_cast<int>(position.moves().size());
    if (played < kOpeningPlies || random_.below(kRandomOneIn) == 0) {
      const auto legal = position.legal_moves();
      return legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
    }
    catalog::SearchRequest request;
    request.limits.nodes = options_.nodes;
    return engine.search(position, request).best_move;
  }

  base::Parsed<base::Done> count_game() {
    auto position = catalog::AnyPosition::initial(options_.game, options_.rules);
    if (!position) return position.forward_error();
    auto engine = study::make_engine(options_.game, position->rules(), small_engine());
    if (!engine) return engine.forward_error();
    while (!position->is_over() && static_cast<int>(position->moves().size()) < kMostGamePlies) {
      const auto move = next_move(*position, **engine);
      if (!move) return move.forward_error();
      count_move(*position, *move);
      if (auto played = position->play(*move); !played) return played.forward_error();
    }
    ++table_.games;
    return base::Done{};
  }

  static catalog::EngineSpec small_engine() {
    catalog::EngineSpec spec;
    spec.overrides = {{"hash_mb", "1"}};
    return spec;
  }

  void count_move(const catalog::AnyPosition& position, const std::string& move) {
    ++table_.moves;
    for (const catalog::Motif& motif : hooks_.find(position.model(), move)) {
      MotifTable::Row& row = row_of(motif.kind);
      ++row.found;
      row.right += hooks_.is_true(position.model(), move, motif);
    }
  }

  /// A game that a weak level plays against itself, at most so long.
  base::Parsed<catalog::AnyPosition> weak_game(int number, int most_plies) {
    auto position = catalog::AnyPosition::initial(options_.game, options_.rules);
    if (!position) return position.forward_error();
    catalog::EngineSpec spec;
    spec.preset = "level-" + std::to_string(1 + number % kReviewedLevels);
    auto engine = study::make_engine(options_.game, position->rules(),
                                     catalog::with_seed(spec, options_.seed + static_cast<std::uint64_t>(number)));
    if (!engine) return engine.forward_error();
    while (!position->is_over() && static_cast<int>(position->moves().size()) < most_plies) {
      const auto move = (*engine)->search(*position, {}).best_move;
      if (auto played = position->play(move); !played) return played.forward_error();
    }
    return position;
  }

  base::Parsed<base::Done> review_one(int number) {
    const auto position = weak_game(number, kMostGamePlies);
    if (!position) return position.forward_error();
    study::ReviewRequest request;
    request.limits.nodes = options_.review_nodes;
    request.stop = options_.stop;
    const auto review = study::review_game(*position, request);
    if (!review) return review.forward_error();
    count_review(*review);
    return base::Done{};
  }

  /// The first game of that length; the longest of some where none is so long.
  base::Parsed<catalog::AnyPosition> long_game() {
    constexpr int kMostTried = 60;
    auto longest = weak_game(0, options_.cost_plies);
    for (int number = 1; longest && number < kMostTried && !is_stopped(); ++number) {
      if (static_cast<int>(longest->moves().size()) >= options_.cost_plies) break;
      auto other = weak_game(number, options_.cost_plies);
      if (!other) return other;
      if (other->moves().size() > longest->moves().size()) longest = std::move(other);
    }
    return longest;
  }

  base::Parsed<base::Done> time_review() {
    if (options_.cost_plies == 0) return base::Done{};
    const auto game = long_game();
    if (!game) return game.forward_error();
    study::ReviewRequest request;
    request.limits.nodes = options_.cost_nodes;
    request.stop = options_.stop;
    for (const bool has_reasons : {false, true}) {
      request.has_reasons = has_reasons;
      const std::clock_t begin = std::clock();
      const auto review = study::review_game(*game, request);
      if (!review) return review.forward_error();
      const auto ms = static_cast<std::uint64_t>(1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
      (has_reasons ? table_.with_reasons_ms : table_.without_reasons_ms) = ms;
      table_.cost_marks =
          static_cast<int>(std::count_if(review->plies.begin(), review->plies.end(), [](const study::ReviewedPly& ply) {
            return ply.mark != study::MoveMark::kNone;
          }));
    }
    table_.cost_plies = static_cast<int>(game->moves().size());
    table_.cost_nodes = options_.cost_nodes;
    return base::Done{};
  }

  void count_review(const study::GameReview& review) {
    ++table_.reviewed;
    catalog::AnyPosition position = review.start;
    for (const study::ReviewedPly& ply : review.plies) {
      if (ply.reason) count_reason(position, ply);
      if (!position.play(ply.move)) return;
    }
  }

  void count_reason(const catalog::AnyPosition& position, const study::ReviewedPly& ply) {
    const bool is_fault = ply.mark != study::MoveMark::kGood;
    table_.marks += is_fault;
    table_.marks_with_reason += is_fault && !ply.reason->claims.empty();
    table_.marks_with_proof += is_fault && ply.reason->claims.empty() && !ply.reason->proofs.empty();
    const std::string counted = is_fault ? study::mistake_kind(*ply.reason) : "";
    if (!counted.empty()) ++row_of(counted).counted;
    for (const study::Claim& claim : ply.reason->claims) {
      ++table_.claims;
      ++row_of(claim.motif.kind).told;
      table_.right_claims += study::is_claim_true(position, claim);
    }
  }

  const MotifTableOptions& options_;
  const catalog::MotifHooks& hooks_;
  base::Random random_;
  MotifTable table_;
};

std::string percent_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  char text[16];
  std::snprintf(text, sizeof text, "%.1f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

}  // namespace

base::Parsed<MotifTable> make_motif_table(const MotifTableOptions& options) {
  const auto entry = catalog::find_game(options.game);
  if (!entry) return entry.forward_error();
  if (!(*entry)->motifs) return base::Error{"no motifs are known of " + (*entry)->title};
  return MotifCounter(options, *(*entry)->motifs).count();
}

std::string motif_table_text(const MotifTable& table) {
  char line[256];
  std::string text = std::to_string(table.games) + " games of the engine against itself, " +
                     base::with_thousands(table.moves) + " moves\n";
  std::snprintf(line, sizeof line, "%-18s %10s %10s %9s %9s %9s\n", "motif", "found", "true", "", "told", "mistakes");
  text += line;
  for (const MotifTable::Row& row : table.rows) {
    std::snprintf(line, sizeof line, "%-18s %10s %10s %9s %9s %9s\n", row.name.c_str(),
                  base::with_thousands(row.found).c_str(), base::with_thousands(row.right).c_str(),
                  percent_of(row.right, row.found).c_str(), base::with_thousands(row.told).c_str(),
                  base::with_thousands(row.counted).c_str());
    text += line;
  }
  text += std::to_string(table.reviewed) + " games reviewed: " + base::with_thousands(table.marks) +
          " faults marked, " + base::with_thousands(table.marks_with_reason) + " with a reason (" +
          percent_of(table.marks_with_reason, table.marks) + "), " + base::with_thousands(table.marks_with_proof) +
          " more with a proven win or loss; " + base::with_thousands(table.claims) + " claims, " +
          base::with_thousands(table.right_claims) + " true (" + percent_of(table.right_claims, table.claims) + ")\n";
  if (table.cost_plies == 0) return text;
  const double ratio = static_cast<double>(table.with_reasons_ms) /
                       static_cast<double>(std::max<std::uint64_t>(1, table.without_reasons_ms));
  std::snprintf(
      line, sizeof line,
      "a review of %d plies, %d of them marked, %s nodes each: %s ms without reasons, %s ms with: %.2f times\n",
      table.cost_plies, table.cost_marks, base::with_thousands(table.cost_nodes).c_str(),
      base::with_thousands(table.without_reasons_ms).c_str(), base::with_thousands(table.with_reasons_ms).c_str(),
      ratio);
  return text + line;
}

bool MotifTable::is_all_true() const {
  return right_claims == claims &&
         std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.right == row.found; });
}

}  // namespace partita::lab
