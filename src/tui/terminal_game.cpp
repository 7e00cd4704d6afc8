#include "tui/terminal_game.h"

#include <optional>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "record/result_text.h"
#include "tui/kept_game.h"
#include "tui/side_panel.h"
#include "tui/turn_report.h"
#include "tui/typed_move.h"

namespace partita::tui {

base::Parsed<std::unique_ptr<TerminalGame>> TerminalGame::make(catalog::AnyPosition position, TerminalOptions options,
                                                               Console& console) {
  std::unique_ptr<TerminalGame> game(new TerminalGame(std::move(position), std::move(options), console));
  for (const SeatChoice& seat : game->options_.seats) {
    game->opponents_.emplace_back();
    if (seat.is_human) continue;
    const std::uint64_t seed = game->options_.seed + game->opponents_.size() - 1;
    auto opponent = make_opponent(game->position_, seat.engine, seed);
    if (!opponent) return opponent.forward_error();
    game->opponents_.back() = std::move(*opponent);
  }
  return game;
}

TerminalGame::TerminalGame(catalog::AnyPosition position, TerminalOptions options, Console& console)
    : position_(std::move(position)), options_(std::move(options)), console_(console) {}

void TerminalGame::say(const std::string& text) { console_.print(wrapped(text) + "\n"); }

std::string TerminalGame::seat_label(catalog::Seat seat) const {
  const SeatChoice& choice = options_.seats[seat];
  return position_.seat_name(seat) + (choice.is_human ? " (you)" : " (" + choice.engine + ")");
}

draw::DrawStyle TerminalGame::draw_style() const {
  draw::DrawStyle style;
  if (console_.has_colour()) style.colour = draw::DrawStyle::Colour::kAnsi;
  if (options_.unicode) style.symbols = draw::DrawStyle::Symbols::kUnicode;
  return style;
}

void TerminalGame::show_board(const std::vector<std::string>& overlay) {
  const draw::DrawStyle style = draw_style();
  const catalog::BoardView view = position_.view();
  draw::DrawMarks marks;
  marks.overlay = overlay;
  marks.last = cells_of_last_turn(position_);
  auto panel = panel_lines({position_, options_.seats, options_.clocks, style});
  if (options_.show_legal) {
    std::set<std::string> cells;
    for (const catalog::MovePath& path : position_.legal_paths()) cells.insert(path.path.back());
    // Where nearly everything is possible, marks would only hide the board.
    if (cells.size() * 3 < view.cells.size()) marks.legal.assign(cells.begin(), cells.end());
  }
  if (!marks.legal.empty()) panel.emplace_back("+ possible");
  if (!marks.last.empty()) panel.emplace_back("( ) last");
  if (!marks.overlay.empty()) panel.emplace_back("! threat");
  console_.print("\n" + beside(draw::board_text(view, marks, style), panel));
}

void TerminalGame::introduce() {
  const auto moves = position_.legal_moves();
  std::string text = "Type a move";
  if (!moves.empty()) text += " such as " + moves.front();
  if (next_in_hand(position_)) text += ", or just the cell";
  say(text + ", or help.");
}

std::string TerminalGame::prompt() const {
  std::string text = position_.seat_name(position_.to_move());
  const auto letter = next_in_hand(position_);
  if (!letter) return text + "> ";
  for (const catalog::PieceKind& kind : position_.view().pieces) {
    if (kind.letter == *letter) text += ", " + kind.name;
  }
  return text + "> ";
}

bool TerminalGame::charge(catalog::Seat mover, std::int64_t spent_ms) {
  if (options_.clocks.charge(mover, spent_ms)) return true;
  say("The time of " + position_.seat_name(mover) + " is up.");
  award_to_others(mover, "time");
  return false;
}

void TerminalGame::award_to_others(catalog::Seat loser, const std::string& reason) {
  catalog::Ending ending;
  ending.over = true;
  for (int seat = 0; seat < position_.seat_count(); ++seat) {
    if (seat != loser) ending.payoff[static_cast<std::size_t>(seat)] = catalog::kPoint / (position_.seat_count() - 1);
  }
  adjudication_ = {record::write_result(ending, position_.seat_count()), reason};
}

void TerminalGame::finish_ply(catalog::Seat mover) {
  const bool is_turn_done = position_.to_move() != mover || position_.starts_turn();
  if (is_turn_done) options_.clocks.add_increment(mover);
  autosave();
  // Engines need no picture between two of their stones.
  if (is_turn_done || opponent_of(mover) == nullptr) show_board();
}

void TerminalGame::engine_ply() {
  const catalog::Seat mover = position_.to_move();
  const SeatClocks& clocks = options_.clocks;
  catalog::Limits limits;
  limits.movetime_ms = options_.think_ms;
  if (clocks.is_limited()) limits = clocks.limits(position_.seat_count());
  if (position_.starts_turn()) {
    console_.print(turn_heading(position_, seat_label(mover), opponent_of(mover)->turn_ms(position_, limits)));
  }
  std::optional<catalog::LineReport> before;
  const auto report_depth = [&](const catalog::LineReport& line) {
    if (line.rank != 1 || (before && line.depth == before->depth)) return;
    console_.print(depth_line(line, before ? &*before : nullptr));
    before = line;
  };
  const base::Stopwatch watch;
  const Reply reply = opponent_of(mover)->think(position_, limits, report_depth);
  const std::int64_t spent_ms = watch.milliseconds();
  if (!charge(mover, spent_ms)) return;
  if (reply.has_line) report_depth(reply.line);
  const auto played =
      reply.failure.empty() ? position_.play(reply.move) : base::Parsed<std::string>(base::Error{reply.failure});
  if (!played) {
    say(seat_label(mover) + " found no move: " + played.error());
    return award_to_others(mover, "illegal");
  }
  const std::string why = reply.has_line       ? ", " + score_text(reply.line.score)
                          : reply.note.empty() ? ""
                                               : " (" + reply.note + ")";
  say(seat_label(mover) + " played " + *played + why + ", after " + seconds_text(spent_ms));
  if (position_.starts_turn()) report_standing(mover);
  finish_ply(mover);
}

/// What the Omega report prints under an engine's turn (figure 2).
void TerminalGame::report_standing(catalog::Seat engine) {
  const SeatClocks& clocks = options_.clocks;
  if (clocks.is_limited()) {
    const std::int64_t used_ms = clocks.used_ms(engine);
    console_.print(needed_line(seat_label(engine), used_ms, used_ms + clocks.left_ms(engine)));
  }
  std::vector<std::int64_t> values;
  for (int seat = 0; seat < position_.seat_count() && position_.seat_count() == 2; ++seat) {
    if (const auto value = opponent_of(engine)->static_value(position_, static_cast<catalog::Seat>(seat)))
      values.push_back(*value);
  }
  console_.print(standing_line(position_, values));
}

TerminalGame::Next TerminalGame::human_ply() {
  const catalog::Seat mover = position_.to_move();
  const base::Stopwatch watch;
  const auto line = console_.ask(prompt(), completion_words());
  if (!line) return Next::kLeave;
  if (!charge(mover, watch.milliseconds())) return Next::kGoesOn;
  const std::string typed(base::trim(*line));
  if (typed.empty()) return Next::kGoesOn;
  const Next next = obey(typed);
  if (next != Next::kPlayed || (!position_.starts_turn() && !position_.is_over())) return next;
  // A turn of several stones becomes final only when its player agrees.
  return plies_of_last_turn(position_) > 1 ? confirm_turn() : next;
}

TerminalGame::Next TerminalGame::confirm_turn() {
  while (true) {
    const auto answer = console_.ask("Are you ok with these moves? 'no' takes them back [yes/no] ", {"yes", "no"});
    if (!answer) return Next::kLeave;
    const std::string word = base::lower(base::trim(*answer));
    if (word.empty() || word == "y" || word == "yes") return Next::kGoesOn;
    if (word == "quit" || word == "exit") return Next::kLeave;
    if (word == "n" || word == "no" || word == "undo") {
      back_to_start_of_turn();
      return Next::kGoesOn;
    }
    say("Please answer yes or no.");
  }
}

void TerminalGame::autosave() {
  if (options_.autosave.empty()) return;
  const auto written =
      write_kept_game(options_.autosave, {position_, options_.seats, options_.clocks, adjudication_, options_.seed});
  if (written) return;
  say("This game cannot be kept: " + written.error());
  options_.autosave.clear();
}

void TerminalGame::show_result() {
  const catalog::Ending ending = position_.ending();
  std::string text = "The game is over: ";
  if (ending.over) {
    const int winner = ending.winner();
    text += winner >= 0 ? seat_label(static_cast<catalog::Seat>(winner)) + " won by " + ending.reason
                        : "a draw by " + ending.reason;
  } else {
    text += adjudication_.result + " (" + adjudication_.reason + ")";
  }
  const auto scores = position_.scores();
  say(text + (scores.empty() ? std::string(".") : ", score " + base::join(scores, " : ") + "."));
}

bool TerminalGame::run() {
  introduce();
  show_board();
  autosave();
  while (!position_.is_over() && adjudication_.result == "*") {
    if (opponent_of(position_.to_move()) != nullptr) {
      if (options_.waits && position_.starts_turn() && !console_.ask("Enter initiates the search ", {})) return false;
      engine_ply();
    } else if (human_ply() == Next::kLeave) {
      say(options_.autosave.empty() ? "" : "\nThe game is kept; play --resume goes on with it.");
      return false;
    }
  }
  show_result();
  autosave();
  return true;
}

}  // namespace partita::tui
