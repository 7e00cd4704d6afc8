#include "study/puzzles.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "catalog/games.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"
#include "study/engine.h"
#include "study/puzzle_candidates.h"

namespace partita::study {

namespace {

using catalog::PuzzleKind;

constexpr std::size_t kTableMebibytes = 16;
/// Longer wins are not looked for: their length takes too long to find.
constexpr int kLongestPuzzle = 21;
constexpr std::uint64_t kDistanceNodes = 300'000;
/// PuzzleKind::kQuickMove: no other move wins as soon or up to this many plies later.
constexpr int kMorePlies = 2;
constexpr int kLongestShort = 7;
/// How late alpha-beta finds the move is asked up to here.
constexpr int kDeepestLook = 8;
constexpr std::uint64_t kLookNodes = 200'000;

/// Smallest depth from which on a plain engine always plays the first move of the solution.
int depth_that_finds(const Puzzle& puzzle, const catalog::AnyPosition& position) {
  auto engine = make_engine(puzzle.game, puzzle.rules, {});
  if (!engine) return 0;
  int found = 0;
  for (int depth = 1; depth <= kDeepestLook; ++depth) {
    (*engine)->new_game();
    catalog::SearchRequest request;
    request.limits.depth = depth;
    request.limits.nodes = kLookNodes;
    const bool is_right = (*engine)->search(position, request).best_move == puzzle.solution.front();
    if (!is_right)
      found = 0;
    else if (found == 0)
      found = depth;
  }
  return found;
}

/// Longer, wider and later found means harder.
int rating_of(const Puzzle& puzzle) {
  const int found = puzzle.found_at_depth == 0 ? kDeepestLook + 2 : puzzle.found_at_depth;
  return 800 + 60 * puzzle.plies + 5 * std::min(puzzle.legal_moves, 80) + 60 * found;
}

/// 0 if it is not found.
int length_of(catalog::AnySolver& solver, const catalog::AnyPosition& position, int longest) {
  catalog::SolveRequest request;
  request.nodes = kDistanceNodes;
  return solver.distance(position, position.to_move(), longest, request).at_most;
}

Puzzle puzzle_at(const catalog::AnyPosition& position) {
  Puzzle puzzle;
  puzzle.game = std::string(position.game());
  puzzle.rules = position.rules();
  puzzle.position = position.text();
  return puzzle;
}

/// Any length, every other move disproven.
std::optional<Puzzle> try_win_puzzle(catalog::AnySolver& solver, const catalog::AnyPosition& start,
                                     const PuzzlePlan& plan, base::Random& random) {
  const int plies = 6 + static_cast<int>(random.below(30));
  const auto position = random_position(solver, start, plies, random);
  if (!position) return std::nullopt;
  const auto move = only_winning_move(solver, *position, plan.nodes);
  if (!move) return std::nullopt;
  // Texts forget the past; with it a repetition could spoil the solution or another move.
  auto puzzle = puzzle_at(*position);
  const auto fresh = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  if (!fresh || only_winning_move(solver, *fresh, plan.nodes) != move) return std::nullopt;
  puzzle.solution = {*move};
  puzzle.is_only = true;
  puzzle.plies = length_of(solver, *fresh, kLongestPuzzle);
  if (puzzle.plies < plan.least_plies) return std::nullopt;
  puzzle.legal_moves = static_cast<int>(fresh->legal_moves().size());
  puzzle.found_at_depth = depth_that_finds(puzzle, *fresh);
  puzzle.rating = rating_of(puzzle);
  return puzzle;
}

/// From shortly before the end of a game.
std::optional<Puzzle> try_short_puzzle(catalog::AnySolver& solver, const catalog::AnyPosition& start,
                                       catalog::AnyEngine& engine, const PuzzlePlan& plan, base::Random& random) {
  const auto position = before_the_end(start, engine, random);
  if (!position) return std::nullopt;
  auto puzzle = puzzle_at(*position);
  const auto fresh = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  puzzle.plies = length_of(solver, *fresh, kLongestShort);
  if (puzzle.plies < plan.least_plies) return std::nullopt;
  const auto move = only_winning_move(solver, *fresh, plan.nodes, puzzle.plies + kMorePlies);
  if (!move) return std::nullopt;
  puzzle.solution = {*move};
  puzzle.legal_moves = static_cast<int>(fresh->legal_moves().size());
  puzzle.found_at_depth = depth_that_finds(puzzle, *fresh);
  puzzle.rating = rating_of(puzzle);
  return puzzle;
}

/// The only move that wins at once.
std::optional<std::string> only_win_at_once(const catalog::AnyPosition& position) {
  std::optional<std::string> only;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    if (!after.play(move) || !after.is_over() || after.ending().winner() != position.to_move()) continue;
    if (only) return std::nullopt;
    only = move;
  }
  return only;
}

/// One ply before the end of a game that an engine plays.
std::optional<Puzzle> try_win_at_once(const catalog::AnyPosition& start, catalog::AnyEngine& engine,
                                      base::Random& random) {
  auto position = before_the_end(start, engine, random);
  while (position && !position->is_over() && !only_win_at_once(*position)) {
    if (!position->play(any_move(*position, random))) return std::nullopt;
  }
  if (!position || position->is_over()) return std::nullopt;
  auto puzzle = puzzle_at(*position);
  const auto fresh = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  const auto move = fresh ? only_win_at_once(*fresh) : std::nullopt;
  if (!move) return std::nullopt;
  puzzle.solution = {*move};
  puzzle.plies = 1;
  puzzle.legal_moves = static_cast<int>(fresh->legal_moves().size());
  puzzle.found_at_depth = 1;
  puzzle.rating = rating_of(puzzle);
  return puzzle;
}

catalog::ScoreQuestion every_turn() {
  catalog::ScoreQuestion question;
  question.goal = catalog::ScoreQuestion::Goal::kEveryTurn;
  return question;
}

PuzzleKind kind_of(std::string_view game) {
  const auto entry = catalog::find_game(game);
  return entry ? (*entry)->profile->puzzles : PuzzleKind::kOnlyMove;
}

/// Late positions, in which exactly one whole turn wins.
std::optional<Puzzle> try_turn_puzzle(const catalog::AnyPosition& start, const PuzzlePlan& plan, base::Random& random) {
  constexpr int kFewestFree = 6;
  const int cells = static_cast<int>(start.view().cells.size());
  // What is won at once is won by the last turn of the game.
  const int free_cells =
      plan.least_plies == 1 ? 2 * start.seat_count() : kFewestFree + static_cast<int>(random.below(4));
  catalog::AnyPosition position = start;
  while (!position.is_over() && (!position.starts_turn() || cells - position.ply() > free_cells)) {
    (void)position.play(any_move(position, random));
  }
  if (position.is_over()) return std::nullopt;
  const auto solution = catalog::solve_scores(position, every_turn());
  if (!solution || solution->turns.size() < 2) return std::nullopt;
  const auto winning = solution->winning_turns();
  if (winning.size() != 1) return std::nullopt;
  auto puzzle = puzzle_at(position);
  puzzle.solution = winning.front().plies;
  puzzle.is_only = true;
  puzzle.plies = cells - position.ply();
  puzzle.legal_moves = static_cast<int>(solution->turns.size());
  puzzle.found_at_depth = depth_that_finds(puzzle, position);
  puzzle.rating = rating_of(puzzle);
  return puzzle;
}

}  // namespace

base::Parsed<std::vector<Puzzle>> find_puzzles(const PuzzlePlan& plan) {
  const auto start = catalog::AnyPosition::initial(plan.game, plan.rules);
  if (!start) return start.forward_error();
  const PuzzleKind kind = kind_of(plan.game);
  const bool has_turns = kind == PuzzleKind::kOnlyTurn;
  std::unique_ptr<catalog::AnySolver> solver;
  if (!has_turns) {
    auto made = catalog::make_solver(start->game(), kTableMebibytes);
    if (!made) return made.forward_error();
    solver = std::move(*made);
  }
  auto engine = make_engine(start->game(), start->rules(), {});
  if (!engine) return engine.forward_error();
  base::Random random(plan.seed);
  std::vector<Puzzle> found;
  for (int tried = 0; static_cast<int>(found.size()) < plan.count; ++tried) {
    if (plan.stop != nullptr && plan.stop->is_raised()) break;
    std::optional<Puzzle> puzzle;
    if (has_turns) {
      puzzle = try_turn_puzzle(*start, plan, random);
    } else if (plan.least_plies == 1) {
      puzzle = try_win_at_once(*start, **engine, random);
    } else if (kind == PuzzleKind::kQuickMove) {
      puzzle = try_short_puzzle(*solver, *start, **engine, plan, random);
    } else {
      puzzle = try_win_puzzle(*solver, *start, plan, random);
    }
    const auto is_same = [&](const Puzzle& other) { return other.position == puzzle->position; };
    if (puzzle && std::none_of(found.begin(), found.end(), is_same)) found.push_back(*puzzle);
    if (plan.on_progress) plan.on_progress(static_cast<int>(found.size()), tried + 1);
  }
  return found;
}

void make_course(std::vector<Puzzle>& puzzles, int count) {
  std::map<int, std::vector<Puzzle*>> by_plies;
  for (Puzzle& puzzle : puzzles) {
    puzzle.lesson = 0;
    // Without a motif there would be no reason to give.
    if (!puzzle.motifs.empty()) by_plies[puzzle.plies].push_back(&puzzle);
  }
  if (by_plies.empty()) return;
  std::map<std::string, int> told;
  int lesson = 0;
  // Every length gets as many as the others; of each the motif that was told least, the easiest of them first.
  const int each = (count + static_cast<int>(by_plies.size()) - 1) / static_cast<int>(by_plies.size());
  for (auto& [plies, some] : by_plies) {
    std::stable_sort(some.begin(), some.end(), [](const Puzzle* a, const Puzzle* b) { return a->rating < b->rating; });
    for (int i = 0; i < each && lesson < count && i < static_cast<int>(some.size()); ++i) {
      const auto next = std::min_element(some.begin(), some.end(), [&](const Puzzle* a, const Puzzle* b) {
        if ((a->lesson > 0) != (b->lesson > 0)) return a->lesson == 0;
        return told[a->motifs.front()] < told[b->motifs.front()];
      });
      (*next)->lesson = ++lesson;
      ++told[(*next)->motifs.front()];
    }
  }
  std::erase_if(puzzles, [](const Puzzle& puzzle) { return puzzle.plies == 1 && puzzle.lesson == 0; });
}

}  // namespace partita::study
