#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/presets.h"
#include "game/refinements.h"
#include "search/task.h"
#include "search/win_chance.h"

namespace partita::catalog {

/// The switch that lets a report's preset play as its author's program does.
inline constexpr std::string_view kFormSwitch = "as";
inline constexpr std::string_view kProgramForm = "program";

/// The specs with the preset's values as defaults, those of its author's program laid over them where `form` asks for
/// it. An unknown preset is an error that suggests a known one; so is a program's form of a preset that has none.
base::Parsed<std::vector<base::OptionSpec>> preset_options(std::string_view game, const std::string& preset,
                                                           std::vector<base::OptionSpec> specs,
                                                           std::string_view form = "");
/// The form that the values ask for; "" where they do not say.
std::string form_in(const base::OptionValues& values);

/// Whether the rules let the move be played, in whatever order of a turn's plies.
template <game::Game G>
bool can_be_played(const typename G::Position& pos, typename G::Move move) {
  game::MoveList<G> generated;
  G::generate_moves(pos, generated);
  if (std::find(generated.begin(), generated.end(), move) != generated.end()) return true;
  if constexpr (game::HasTurns<G>) {
    std::vector<typename G::Move> all;
    G::generate_human_moves(pos, all);
    return std::find(all.begin(), all.end(), move) != all.end();
  }
  return false;
}

/// Moves of a line in notation. Stops at the first move that does not belong to its position.
template <game::Game G>
std::vector<std::string> write_line(typename G::Position pos, const std::vector<typename G::Move>& moves) {
  std::vector<std::string> result;
  for (const auto move : moves) {
    if (pos.is_over()) break;
    if (!can_be_played<G>(pos, move)) break;
    result.push_back(G::Notation::write_move(pos, move));
    pos.play(move);
  }
  return result;
}

/// Chances and shares from the mover's view, from a proven end or from the evaluator's curve.
template <game::Game G, class Move>
ScoreReport report_score(const typename G::Position& pos, const search::Line<Move>& line,
                         const search::ChanceCurve& curve) {
  ScoreReport report;
  report.value = line.score;
  // A win whose proof belongs to another past of the position has no length, and no meaning as a number.
  if (!line.distance && line.score > game::kEvalLimit) report.value = kWonValue;
  if (!line.distance && line.score < -game::kEvalLimit) report.value = -kWonValue;
  report.distance = line.distance;
  report.bound = line.bound == search::Bound::kLower   ? ScoreReport::Bound::kLower
                 : line.bound == search::Bound::kUpper ? ScoreReport::Bound::kUpper
                                                       : ScoreReport::Bound::kExact;
  const auto seats = static_cast<std::size_t>(pos.seat_count());
  const auto mover = static_cast<std::size_t>(pos.to_move());
  report.by_seat.assign(seats, 0.0);
  if (line.shares) {
    for (std::size_t seat = 0; seat < seats; ++seat) report.by_seat[seat] = (*line.shares)[seat];
    report.draw = line.draw_chance;
    report.win = report.by_seat[mover] - report.draw / static_cast<double>(seats);
    return report;
  }
  const search::WinChance chance =
      line.distance && *line.distance == 0 ? search::WinChance{0.0, 1.0} : search::win_chance(curve, line.score);
  report.win = chance.win;
  report.draw = chance.draw;
  const double own = chance.win + chance.draw / static_cast<double>(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    report.by_seat[seat] = seat == mover ? own : (1.0 - own) / static_cast<double>(seats - 1);
  }
  return report;
}

template <game::Game G, class Move>
LineReport report_line(const typename G::Position& pos, const search::Line<Move>& line,
                       const search::ChanceCurve& curve) {
  LineReport report;
  report.rank = line.rank;
  report.depth = line.depth;
  report.seldepth = line.seldepth;
  report.score = report_score<G>(pos, line, curve);
  report.nodes = line.nodes;
  report.time_ms = line.time_ms;
  report.nps = line.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(line.time_ms, 1));
  report.hashfull = line.hashfull;
  report.pv = write_line<G>(pos, line.pv);
  return report;
}

template <game::Game G, class Move>
SearchResult report_outcome(const typename G::Position& pos, const search::Outcome<Move>& outcome,
                            const search::ChanceCurve& curve) {
  SearchResult result;
  result.best_move = G::Notation::write_move(pos, outcome.best);
  for (const auto& line : outcome.lines) result.lines.push_back(report_line<G>(pos, line, curve));
  result.nodes = outcome.nodes;
  result.time_ms = outcome.time_ms;
  result.depth = outcome.depth;
  result.note = outcome.note;
  return result;
}

}  // namespace partita::catalog
