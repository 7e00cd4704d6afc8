#include "games/omega/evaluator.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "games/omega/evaluator_weights.h"
#include "games/omega/features.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

constexpr std::array<game::Named, 4> kNames = {{
    {"partita", "expected final score: groups of three, joining threats, growth and room by phase of the game"},
    {"trebing", "groups of two and three less their free neighbours, blended with the score as the game goes on"},
    {"score", "logarithm of the current score"},
    {"net", "as partita; Monte-Carlo search asks the policy network of the board, if there is one"},
}};

using Merits = std::array<std::int64_t, kMaxColours>;

Merits score_merits(const Position& pos) {
  Merits merits{};
  for (int colour = 0; colour < pos.players(); ++colour)
    merits[static_cast<std::size_t>(colour)] = pos.log_score(colour);
  return merits;
}

/// Weights for one moment of the game, in 1/256 of a thousandth of what a feature counts in.
using PhaseWeights = std::array<std::int64_t, kFeatures>;

constexpr bool is_logarithm(std::size_t feature) {
  return feature == kLogScore || feature == kWorstJoin || feature == kJoinSum;
}

/// Between two rows of the weights: so much of the one above, in 1/256.
struct Phase {
  std::size_t below;
  int share;
};
Phase moment_of(int plies_left, int plies_of_game) {
  constexpr int kSteps = static_cast<int>(kWeights.size()) - 1;
  const int place = std::min(plies_left * kSteps * 256 / plies_of_game, kSteps * 256);
  const auto below = static_cast<std::size_t>(std::min(place / 256, kSteps - 1));
  return {below, place - static_cast<int>(below) * 256};
}
int plies_of_game(int side, int players) {
  return std::max(board::hex_cell_count(side) / (players * players) * players * players, 1);
}

PhaseWeights weights_for(const Phase& phase) {
  const auto [below, share] = phase;
  PhaseWeights weights{};
  for (std::size_t i = 0; i < kFeatures; ++i) {
    weights[i] = std::int64_t{kWeights[below][i]} * (256 - share) + std::int64_t{kWeights[below + 1][i]} * share;
    if (!is_logarithm(i)) weights[i] *= kLogUnit;
  }
  return weights;
}

/// Worked out once for every board, number of players and plies left.
const PhaseWeights& weights_at(const Position& pos) {
  constexpr std::size_t kPlayerCounts = kMaxColours - 1;
  static const auto tables = [] {
    std::array<std::array<std::vector<PhaseWeights>, kPlayerCounts>, kMaxSide + 1> all;
    for (int side = kMinSide; side <= kMaxSide; ++side) {
      for (int players = 2; players <= kMaxColours; ++players) {
        const int whole = plies_of_game(side, players);
        auto& table = all[static_cast<std::size_t>(side)][static_cast<std::size_t>(players) - 2];
        for (int left = 0; left <= board::hex_cell_count(side); ++left)
          table.push_back(weights_for(moment_of(left, whole)));
      }
    }
    return all;
  }();
  return tables[static_cast<std::size_t>(pos.side())][static_cast<std::size_t>(pos.players()) - 2]
               [static_cast<std::size_t>(pos.plies_left())];
}

Merits partita_merits(const Position& pos) {
  const PhaseWeights& weights = weights_at(pos);
  const auto rows = features_of(pos);
  Merits merits{};
  for (std::size_t colour = 0; colour < static_cast<std::size_t>(pos.players()); ++colour) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < kFeatures; ++i) sum += weights[i] * rows[colour][i];
    merits[colour] = sum / (256 * 1000);
  }
  return merits;
}

/// Groups of two and three, each stone's free neighbours taken off: only groups that cannot be extended count in full.
std::int64_t small_group_merit(const Position& pos, int colour) {
  std::int64_t merit = 0;
  pos.stones(colour).for_each([&](int cell) {
    const int size = pos.group_size(pos.group_of(cell));
    if (size != 2 && size != 3) return;
    const Geometry::Ring& ring = pos.board().rings[static_cast<std::size_t>(cell)];
    merit += 1 - std::popcount(pos.free_cells().window(ring.first_byte) & ring.mask);
  });
  return merit;
}

Merits trebing_merits(const Position& pos) {
  // Scores of large boards leave the range of an evaluation; beyond this they only need to stay "much more".
  constexpr Exact kMostScore = 8'000'000;
  const int stones = pos.cells() - pos.free_count();
  Merits merits{};
  for (int colour = 0; colour < pos.players(); ++colour) {
    const auto score = static_cast<std::int64_t>(std::min(pos.score(colour), kMostScore));
    merits[static_cast<std::size_t>(colour)] =
        kTrebingUnit * (small_group_merit(pos, colour) * pos.free_count() + score * stones) / pos.cells();
  }
  return merits;
}

game::Score own_less_best_other(const Merits& merits, int players, Colour own) {
  std::int64_t best = std::numeric_limits<std::int64_t>::min();
  for (int colour = 0; colour < players; ++colour) {
    if (colour != own) best = std::max(best, merits[static_cast<std::size_t>(colour)]);
  }
  return static_cast<game::Score>(std::clamp<std::int64_t>(merits[own] - best, -game::kEvalLimit, game::kEvalLimit));
}

Colour best_other_colour(const Merits& merits, int players, Colour own) {
  int best = own == 0 ? 1 : 0;
  for (int colour = 0; colour < players; ++colour) {
    if (colour != own && merits[static_cast<std::size_t>(colour)] > merits[static_cast<std::size_t>(best)])
      best = colour;
  }
  return static_cast<Colour>(best);
}

constexpr std::array<const char*, kFeatures> kNamesOfFeatures = {
    "score", "lone stones", "pairs", "dead groups", "worst join", "joins", "open cells", "tempo"};
constexpr std::array<const char*, kWeights.size()> kNamesOfMoments = {"end",      "20% left", "40% left",
                                                                      "60% left", "80% left", "start"};

constexpr bool are_all_named(std::span<const char* const> names) {
  return std::all_of(names.begin(), names.end(), [](const char* name) { return name != nullptr; });
}
static_assert(are_all_named(kNamesOfFeatures), "a feature has no name");
static_assert(are_all_named(kNamesOfMoments), "a moment has no name");
// A set of terms is the bits of one word.
static_assert(kNamesOfFeatures.size() * kNamesOfMoments.size() <= std::numeric_limits<game::TermSet>::digits,
              "an evaluation has too many terms");

/// "pairs: 40% left", a term's name for each moment and feature.
const std::vector<std::string>& term_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const char* feature : kNamesOfFeatures) {
      for (const char* moment : kNamesOfMoments) all.push_back(std::string(feature) + ": " + moment);
    }
    return all;
  }();
  return names;
}

/// A colour's merits less another's, by moment and feature.
std::vector<game::EvaluationTerm> terms_between(const Position& pos, Colour own, Colour other) {
  const auto rows = features_of(pos);
  const Phase phase = moment_of(static_cast<int>(pos.plies_left()), plies_of_game(pos.side(), pos.players()));
  std::vector<game::EvaluationTerm> terms;
  for (std::size_t feature = 0; feature < kFeatures; ++feature) {
    const double unit = (is_logarithm(feature) ? 1.0 : kLogUnit) / (256 * 1000);
    const double more = unit * (rows[own][feature] - rows[other][feature]);
    for (std::size_t row = 0; row < kWeights.size(); ++row) {
      const int share = row == phase.below ? 256 - phase.share : row == phase.below + 1 ? phase.share : 0;
      terms.push_back({term_names()[terms.size()], kWeights[row][feature], share * more});
    }
  }
  return terms;
}

}  // namespace

std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos) {
  const Colour own = pos.colour_of(static_cast<game::Seat>(pos.to_move()));
  return terms_between(pos, own, best_other_colour(partita_merits(pos), pos.players(), own));
}

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].name == name) return Evaluator(static_cast<Kind>(i));
    known.emplace_back(kNames[i].name);
  }
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  const Colour own = pos.colour_of(seat);
  switch (kind_) {
    case Kind::kNet:  // searches that ask no policy
    case Kind::kPartita: {
      const Merits merits = partita_merits(pos);
      const game::Score value = own_less_best_other(merits, pos.players(), own);
      if (left_out_ == 0) return value;
      return value - game::worth_of(terms_between(pos, own, best_other_colour(merits, pos.players(), own)), left_out_);
    }
    case Kind::kTrebing: return own_less_best_other(trebing_merits(pos), pos.players(), own);
    case Kind::kScore: break;
  }
  return own_less_best_other(score_merits(pos), pos.players(), own);
}

}  // namespace partita::games::omega
