#include "study/puzzle_check.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "catalog/any_position.h"
#include "catalog/games.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"
#include "study/puzzle_motifs.h"

namespace partita::study {

namespace {

constexpr std::size_t kCheckTableMebibytes = 16;
/// Of the solution itself, whose proof a puzzle rests on.
constexpr std::uint64_t kSolutionNodes = 300'000;

/// Where a turn is several plies long every one is known exactly.
base::Parsed<PuzzleCheck> check_turns(const Puzzle& puzzle, const catalog::AnyPosition& start,
                                      const base::StopFlag* stop) {
  catalog::ScoreQuestion question;
  question.goal = catalog::ScoreQuestion::Goal::kEveryTurn;
  question.stop = stop;
  const auto solution = catalog::solve_scores(start, question);
  if (!solution) return base::Error{"the position cannot be solved: too many turns are left"};
  PuzzleCheck check;
  for (const auto& turn : solution->winning_turns()) {
    // The order of the stones inside a turn does not matter.
    const bool is_solution =
        std::is_permutation(puzzle.solution.begin(), puzzle.solution.end(), turn.plies.begin(), turn.plies.end());
    if (is_solution)
      check.is_won = true;
    else
      check.also.push_back(base::join(turn.plies, " "));
  }
  check.refuted = static_cast<int>(solution->turns.size() - solution->winning_turns().size());
  return check;
}

/// Whether the seat that has just moved wins.
catalog::Proof proof_after(catalog::AnySolver& solver, const catalog::AnyPosition& after, catalog::Seat seat,
                           std::uint64_t nodes, int within, const base::StopFlag* stop) {
  if (after.is_over()) return after.ending().winner() == seat ? catalog::Proof::kYes : catalog::Proof::kNo;
  catalog::SolveRequest request;
  request.nodes = nodes;
  request.plies = within;
  request.stop = stop;
  return solver.prove(after, seat, request).proof;
}

}  // namespace

base::Parsed<PuzzleCheck> check_puzzle(const Puzzle& puzzle, std::uint64_t nodes, const base::StopFlag* stop) {
  const auto start = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  if (!start) return start.forward_error();
  const auto entry = catalog::find_game(start->game());
  if (!entry) return entry.forward_error();
  if ((*entry)->profile->puzzles == catalog::PuzzleKind::kOnlyTurn) return check_turns(puzzle, *start, stop);
  auto solver = catalog::make_solver(start->game(), kCheckTableMebibytes);
  if (!solver) return solver.forward_error();
  const catalog::Seat seat = start->to_move();
  PuzzleCheck check;
  for (const std::string& move : start->legal_moves()) {
    catalog::AnyPosition after = *start;
    if (auto played = after.play(move); !played) return played.forward_error();
    const bool is_solution = puzzle.solution.size() == 1 && move == puzzle.solution.front();
    const auto proof = is_solution ? proof_after(**solver, after, seat, kSolutionNodes, puzzle.plies - 1, stop)
                                   : proof_after(**solver, after, seat, nodes, 0, stop);
    if (is_solution)
      check.is_won = proof == catalog::Proof::kYes;
    else if (proof == catalog::Proof::kYes)
      check.also.push_back(move);
    else
      ++(proof == catalog::Proof::kNo ? check.refuted : check.open);
  }
  return check;
}

namespace {

std::string rules_name(const catalog::AnyPosition& position) {
  const auto entry = catalog::find_game(position.game());
  const std::string rules = entry ? base::write_values((*entry)->rule_options, position.rules()) : "";
  return std::string(position.game()) + (rules.empty() ? "" : " " + rules);
}

/// One text for all images of a position under its rules.
std::string image_of(const catalog::AnyPosition& position) {
  std::string image = catalog::canonical_text(position);
  for (const auto& [option, value] : position.rules()) image += " " + option + "=" + value;
  return image;
}

/// Counts what became of it; whether it stays.
bool counted(CheckedCount& count, const Puzzle& puzzle, const PuzzleCheck& check) {
  // A win at once stays though much else may win as well: the first exercises are such positions.
  const bool is_too_easy = puzzle.plies > 1 && check.is_too_easy();
  int& place = !check.is_won        ? count.unproven
               : is_too_easy        ? count.too_easy
               : check.is_only()    ? count.only
               : check.also.empty() ? count.open
                                    : count.also;
  ++place;
  return check.is_won && !is_too_easy;
}

}  // namespace

CheckedPuzzles check_puzzles(const std::vector<Puzzle>& puzzles, std::uint64_t nodes, const base::StopFlag* stop,
                             const std::function<void(int kept, int seen)>& on_progress) {
  CheckedPuzzles checked;
  std::set<std::string> images;
  int seen = 0;
  for (const Puzzle& puzzle : puzzles) {
    if (stop != nullptr && stop->is_raised()) break;
    ++seen;
    const auto position = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
    if (!position) continue;
    CheckedCount& count = checked.by_rules[rules_name(*position)];
    ++count.seen;
    if (!images.insert(image_of(*position)).second) {
      ++count.images;
      continue;
    }
    const auto check = check_puzzle(puzzle, nodes, stop);
    if (!check || !counted(count, puzzle, *check)) continue;
    checked.kept.push_back(puzzle);
    checked.kept.back().is_only = check->is_only();
    checked.kept.back().motifs = puzzle_motifs(puzzle);
    if (on_progress) on_progress(static_cast<int>(checked.kept.size()), seen);
  }
  return checked;
}

std::string checked_table(const CheckedPuzzles& checked) {
  char row[160];
  const char* format = "%-22s %6s %6s %10s %10s %10s %9s %9s %7s\n";
  std::snprintf(row, sizeof row, format, "puzzles", "seen", "kept", "one wins", "none found", "some win", "unproven",
                "too easy", "images");
  std::string text = row;
  for (const auto& [rules, count] : checked.by_rules) {
    const auto number = [](int value) { return std::to_string(value); };
    std::snprintf(row, sizeof row, format, rules.c_str(), number(count.seen).c_str(), number(count.kept()).c_str(),
                  number(count.only).c_str(), number(count.open).c_str(), number(count.also).c_str(),
                  number(count.unproven).c_str(), number(count.too_easy).c_str(), number(count.images).c_str());
    text += row;
  }
  return text;
}

}  // namespace partita::study
