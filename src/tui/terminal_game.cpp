#include "tui/terminal_game.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "catalog/draw_board.h"
#include "catalog/turn_text.h"
#include "record/game_files.h"
#include "record/replay.h"
#include "record/result_text.h"
#include "tui/turn_report.h"

namespace partita::tui {

base::Parsed<std::unique_ptr<TerminalGame>> TerminalGame::make(catalog::AnyPosition position, TerminalOptions options,
                                                               Console& console) {
  std::unique_ptr<TerminalGame> game(new TerminalGame(std::move(position), std::move(options), console));
  for (const SeatChoice& seat : game->options_.seats) {
    game->engines_.emplace_back();
    if (seat.is_human) continue;
    auto spec = catalog::read_engine_spec(seat.engine);
    if (!spec) return spec.forward_error();
    auto engine = catalog::make_engine(game->position_.game(), game->position_.rules(), *spec);
    if (!engine) return engine.forward_error();
    game->engines_.back() = std::move(*engine);
  }
  return game;
}

TerminalGame::TerminalGame(catalog::AnyPosition position, TerminalOptions options, Console& console)
    : position_(std::move(position)), options_(std::move(options)), console_(console) {
  left_ms_.fill(options_.clock_ms.value_or(0));
}

std::string TerminalGame::seat_label(catalog::Seat seat) const {
  const SeatChoice& choice = options_.seats[seat];
  return position_.seat_name(seat) + (choice.is_human ? " (you)" : " (" + choice.engine + ")");
}

catalog::AnyEngine* TerminalGame::engine_of(catalog::Seat seat) { return engines_[seat].get(); }

void TerminalGame::show_board(const std::vector<std::string>& overlay) {
  catalog::DrawStyle style;
  if (console_.has_colour()) style.colour = catalog::DrawStyle::Colour::kAnsi;
  if (options_.unicode) style.symbols = catalog::DrawStyle::Symbols::kUnicode;
  catalog::DrawMarks marks;
  marks.overlay = overlay;
  const catalog::BoardView view = position_.view();
  if (!position_.moves().empty()) {
    for (const std::string_view part : base::split(position_.moves().back(), '-')) {
      const std::string_view cell = part.substr(part.find(':') == std::string_view::npos ? 0 : part.find(':') + 1);
      marks.last.emplace_back(cell.substr(0, cell.find('x')));
    }
  }
  if (options_.show_legal) {
    std::set<std::string> cells;
    for (const catalog::MovePath& path : position_.legal_paths()) cells.insert(path.path.back());
    // Where nearly everything is possible, marks would only hide the board.
    if (cells.size() * 3 < view.cells.size()) marks.legal.assign(cells.begin(), cells.end());
  }
  console_.print("\n" + catalog::draw_board(view, marks, style));
}

void TerminalGame::show_help() {
  console_.print(
      "Type a move in the notation, or:\n"
      "  board, legal, moves   show the board, the legal moves, the game so far\n"
      "  hint, eval            what the engine would play; what it thinks of the position\n"
      "  threats               mark what threatens\n"
      "  undo                  take back the last whole turn\n"
      "  save FILE, load FILE  write or read a game record\n"
      "  clocks, resign, quit  quit keeps the game: play --resume goes on with it\n");
}

void TerminalGame::show_clocks() {
  for (int seat = 0; seat < position_.seat_count(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    console_.print(position_.seat_name(static_cast<catalog::Seat>(seat)) + ": used " + seconds_text(used_ms_[index]) +
                   (options_.clock_ms ? ", left " + seconds_text(left_ms_[index]) : "") + "\n");
  }
}

std::vector<std::string> TerminalGame::completion_words() const {
  std::vector<std::string> words = {"board", "legal", "moves", "hint", "eval", "threats", "undo",
                                    "save",  "load",  "clocks", "resign", "quit", "help"};
  for (std::string& move : position_.legal_moves()) words.push_back(std::move(move));
  return words;
}

catalog::Limits TerminalGame::limits() const {
  catalog::Limits limits;
  if (!options_.clock_ms) {
    limits.movetime_ms = options_.think_ms;
    return limits;
  }
  for (int seat = 0; seat < position_.seat_count(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    limits.clock_ms[index] = std::max<std::int64_t>(1, left_ms_[index]);
    limits.increment_ms[index] = options_.increment_ms;
  }
  return limits;
}

bool TerminalGame::charge_clock(catalog::Seat seat, std::int64_t spent_ms) {
  used_ms_[seat] += spent_ms;
  if (!options_.clock_ms) return true;
  left_ms_[seat] -= spent_ms;
  if (left_ms_[seat] < 0) {
    catalog::Ending ending;
    ending.over = true;
    for (int other = 0; other < position_.seat_count(); ++other) {
      if (other != seat) ending.payoff[static_cast<std::size_t>(other)] = catalog::kPoint / (position_.seat_count() - 1);
    }
    adjudicated_ = record::write_result(ending, position_.seat_count());
    reason_ = "time";
    console_.print("The time of " + position_.seat_name(seat) + " is up.\n");
    return false;
  }
  left_ms_[seat] += options_.increment_ms;
  return true;
}

void TerminalGame::announce_turn() {
  if (turn_was_announced_) return;
  turn_was_announced_ = true;
  const catalog::Seat mover = position_.to_move();
  const bool is_engine = engine_of(mover) != nullptr;
  console_.print(turn_heading(position_, seat_label(mover), is_engine && !options_.clock_ms ? options_.think_ms
                                                                                           : left_ms_[mover]));
}

void TerminalGame::play(const std::string& word) {
  const catalog::Seat mover = position_.to_move();
  const auto played = catalog::play_word(position_, word);
  if (!played) {
    console_.print("Not possible: " + played.error() + "\n");
    return;
  }
  if (position_.to_move() != mover || position_.starts_turn()) turn_was_announced_ = false;
  autosave();
}

void TerminalGame::engine_ply() {
  const catalog::Seat mover = position_.to_move();
  catalog::SearchRequest request;
  request.limits = limits();
  int last_depth = 0;
  request.on_line = [&](const catalog::LineReport& line) {
    if (line.rank != 1 || line.depth == last_depth) return;
    last_depth = line.depth;
    if (console_.is_interactive() || line.depth <= 1) console_.print(depth_line(line));
  };
  const base::Stopwatch watch;
  const catalog::SearchResult result = engine_of(mover)->search(position_, request);
  if (!charge_clock(mover, watch.milliseconds())) return;
  console_.print(seat_label(mover) + " plays " + result.best_move +
                 (result.lines.empty() ? "" : ", " + score_text(result.lines.front().score)) + "\n");
  play(result.best_move);
  show_board();
}

TerminalGame::Next TerminalGame::human_ply() {
  const catalog::Seat mover = position_.to_move();
  const std::size_t before = position_.moves().size();
  const base::Stopwatch watch;
  const auto line = console_.ask(position_.seat_name(mover) + "> ", completion_words());
  if (!charge_clock(mover, watch.milliseconds())) return Next::kGoesOn;
  if (!line) return Next::kLeave;
  const std::string word(base::trim(*line));
  if (word.empty()) return Next::kGoesOn;
  const Next next = obey(word);
  if (next == Next::kLeave) return next;
  const std::size_t after = position_.moves().size();
  if (after <= before) return next;
  show_board();
  plies_of_turn_ += static_cast<int>(after - before);
  if (!position_.starts_turn() && !position_.is_over()) return next;
  // A turn of several stones becomes final only when its player agrees.
  const bool was_several = std::exchange(plies_of_turn_, 0) > 1;
  return was_several ? confirm_turn() : next;
}

TerminalGame::Next TerminalGame::confirm_turn() {
  while (true) {
    const auto answer = console_.ask("Are you ok with these moves? 'no' takes them back [yes/no] ", {"yes", "no"});
    if (!answer) return Next::kLeave;
    const std::string word = base::lower(base::trim(*answer));
    if (word.empty() || word == "y" || word == "yes") return Next::kGoesOn;
    if (word == "n" || word == "no") {
      do {
        position_.undo();
      } while (!position_.starts_turn());
      turn_was_announced_ = false;
      autosave();
      show_board();
      return Next::kGoesOn;
    }
    console_.print("Please answer yes or no.\n");
  }
}

catalog::SearchResult TerminalGame::consult(std::int64_t ms) {
  if (adviser_ == nullptr) {
    adviser_ = std::move(catalog::make_engine(position_.game(), position_.rules(), {}).value());
  }
  catalog::SearchRequest request;
  request.limits.movetime_ms = ms;
  return adviser_->search(position_, request);
}

bool TerminalGame::obey_analysis(const std::string& word) {
  if (word == "hint") {
    console_.print("Hint: " + consult(options_.think_ms).best_move + "\n");
  } else if (word == "eval") {
    const auto result = consult(options_.think_ms);
    if (!result.lines.empty()) console_.print(depth_line(result.lines.front()));
  } else if (word == "threats") {
    std::vector<std::string> cells;
    for (const catalog::Overlay& overlay : position_.view().overlays) {
      if (overlay.name != "threats" && overlay.name != "losing") continue;
      cells.insert(cells.end(), overlay.cells.begin(), overlay.cells.end());
      if (!overlay.cells.empty()) console_.print(overlay.label + ": " + base::join(overlay.cells, " ") + "\n");
    }
    if (cells.empty()) console_.print("Nothing threatens.\n");
    show_board(cells);
  } else {
    return false;
  }
  return true;
}

TerminalGame::Next TerminalGame::obey(const std::string& line) {
  const auto words = base::words(line);
  const std::string word = base::lower(words[0]);
  const std::string argument = words.size() > 1 ? std::string(base::trim(line.substr(line.find(words[1])))) : "";
  if (word == "quit" || word == "exit") return Next::kLeave;
  if (word == "help" || word == "?") {
    show_help();
  } else if (word == "board") {
    show_board();
  } else if (word == "legal") {
    console_.print(base::join(position_.legal_moves(), " ") + "\n");
  } else if (word == "moves") {
    console_.print(base::join(position_.moves(), " ") + "\n");
  } else if (word == "clocks") {
    show_clocks();
  } else if (word == "undo") {
    undo_turn();
  } else if (word == "resign") {
    resign();
  } else if (word == "save" || word == "load") {
    if (argument.empty()) console_.print(word + " needs a file name\n");
    else if (word == "save") save(argument);
    else load(argument);
  } else if (!obey_analysis(word)) {
    for (const std::string_view move : words) {
      const std::size_t before = position_.moves().size();
      play(std::string(move));
      if (position_.moves().size() == before) break;
    }
  }
  return Next::kGoesOn;
}

void TerminalGame::undo_turn() {
  if (position_.moves().empty()) {
    console_.print("Nothing to take back.\n");
    return;
  }
  // Back to the last turn of a person: the engines' answers go with it.
  do {
    position_.undo();
  } while (!position_.moves().empty() && (!position_.starts_turn() || engine_of(position_.to_move()) != nullptr));
  turn_was_announced_ = false;
  autosave();
  show_board();
}

void TerminalGame::resign() {
  catalog::Ending ending;
  ending.over = true;
  const catalog::Seat loser = position_.to_move();
  for (int seat = 0; seat < position_.seat_count(); ++seat) {
    if (seat != loser) ending.payoff[static_cast<std::size_t>(seat)] = catalog::kPoint / (position_.seat_count() - 1);
  }
  adjudicated_ = record::write_result(ending, position_.seat_count());
  reason_ = "resigns";
  console_.print(position_.seat_name(loser) + " resigns.\n");
}

void TerminalGame::save(const std::string& path) {
  record::GameRecord game = record::make_record(position_, {adjudicated_.empty() ? "*" : adjudicated_, reason_});
  for (int seat = 0; seat < position_.seat_count(); ++seat) {
    const SeatChoice& choice = options_.seats[static_cast<std::size_t>(seat)];
    game.set_tag(record::seat_tag(seat), choice.is_human ? "human" : choice.engine);
  }
  const auto written = record::write_file(path, record::write_record(game));
  console_.print(written ? "Saved to " + path + "\n" : "Not saved: " + written.error() + "\n");
}

void TerminalGame::autosave() {
  if (options_.autosave.empty()) return;
  record::GameRecord game = record::make_record(position_, {adjudicated_.empty() ? "*" : adjudicated_, reason_});
  const auto written = record::write_file(options_.autosave, record::write_record(game));
  if (!written) {
    console_.print("This game cannot be kept: " + written.error() + "\n");
    options_.autosave.clear();
  }
}

void TerminalGame::load(const std::string& path) {
  const auto text = record::read_file(path);
  if (!text) return console_.print("Not loaded: " + text.error() + "\n");
  const auto games = record::read_games(*text);
  if (!games) return console_.print("Not loaded: " + path + ":" + games.error() + "\n");
  if (games->empty()) return console_.print("Not loaded: " + path + " holds no game\n");
  auto position = record::replay(games->front());
  if (!position) return console_.print("Not loaded: " + path + ":" + position.error() + "\n");
  if (position->game() != position_.game() || position->rules() != position_.rules()) {
    return console_.print("Not loaded: the record is of another game or other rules\n");
  }
  position_ = std::move(*position);
  turn_was_announced_ = false;
  autosave();
  show_board();
}

void TerminalGame::show_result() {
  const catalog::Ending ending = position_.ending();
  console_.print("\nThe game is over: ");
  if (ending.over) {
    const int winner = ending.winner();
    console_.print(winner >= 0 ? seat_label(static_cast<catalog::Seat>(winner)) + " wins by " + ending.reason
                               : "a draw by " + ending.reason);
  } else {
    console_.print(adjudicated_ + " (" + reason_ + ")");
  }
  const auto scores = position_.scores();
  console_.print((scores.empty() ? std::string(".") : ", score " + base::join(scores, " : ") + ".") + "\n");
}

bool TerminalGame::run() {
  show_board();
  console_.print("Type a move, or help.\n");
  autosave();
  while (!position_.is_over() && adjudicated_.empty()) {
    announce_turn();
    if (engine_of(position_.to_move()) != nullptr) {
      engine_ply();
    } else if (human_ply() == Next::kLeave) {
      console_.print(options_.autosave.empty() ? "\n" : "\nThe game is kept; play --resume goes on with it.\n");
      return false;
    }
  }
  show_result();
  autosave();
  return true;
}

}  // namespace partita::tui
