// What people can type at the prompt of a terminal game.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/any_position.h"
#include "study/engine.h"
#include "study/why.h"
#include "tui/kept_game.h"
#include "tui/side_panel.h"
#include "tui/terminal_game.h"
#include "tui/turn_report.h"
#include "tui/typed_move.h"

namespace partita::tui {

namespace {

constexpr const char* kHelp =
    "Type a move in the notation, several moves or a whole turn, or:\n"
    "  board, legal, moves   show the board, the legal moves, the game so far\n"
    "  hint, eval            what the engine would play; how it sees the position\n"
    "  why [MOVE]            why the engine's move is good; why MOVE is not as good\n"
    "  threats               mark what threatens\n"
    "  undo                  take back the last whole turn\n"
    "  save FILE, load FILE  write or read a game record\n"
    "  clocks, resign        time used and left; give up\n"
    "  quit                  leave; the game is kept, play --resume goes on with it\n"
    "The tab key completes moves and commands.";

const std::vector<std::string> kCommands = {"board", "legal", "moves", "hint",   "eval",   "why",  "threats",
                                            "undo",  "save",  "load",  "clocks", "resign", "quit", "help"};

}  // namespace

std::vector<std::string> TerminalGame::completion_words() const {
  std::vector<std::string> words = kCommands;
  for (std::string& move : position_.legal_moves()) words.push_back(std::move(move));
  return words;
}

TerminalGame::Next TerminalGame::obey(const std::string& line) {
  const auto words = base::words(line);
  const std::string word = base::lower(words[0]);
  const std::string argument = words.size() > 1 ? std::string(base::trim(line.substr(words[0].size()))) : "";
  if (word == "quit" || word == "exit") return Next::kLeave;
  if (word == "help" || word == "?") {
    console_.print(std::string(kHelp) + "\n");
  } else if (word == "board") {
    show_board();
  } else if (word == "legal") {
    show_legal_moves();
  } else if (word == "moves") {
    show_moves();
  } else if (word == "undo") {
    undo_turn();
  } else if (word == "resign") {
    say(position_.seat_name(position_.to_move()) + " resigned.");
    award_to_others(position_.to_move(), "resigns");
  } else if (word == "save" || word == "load") {
    if (argument.empty())
      say(word + " needs a file name");
    else if (word == "save")
      save(argument);
    else
      load(argument);
  } else if (word == "why") {
    explain(argument);
  } else if (!obey_analysis(word)) {
    return play(line);
  }
  return Next::kGoesOn;
}

bool TerminalGame::obey_analysis(const std::string& word) {
  if (word == "hint") {
    hint();
  } else if (word == "eval") {
    const auto result = consult();
    if (!result.lines.empty()) console_.print(depth_line(result.lines.front()));
  } else if (word == "threats") {
    show_threats();
  } else if (word == "clocks") {
    for (int seat = 0; seat < position_.seat_count(); ++seat) {
      const auto index = static_cast<catalog::Seat>(seat);
      say(position_.seat_name(index) + ": used " + seconds_text(options_.clocks.used_ms(index)) +
          (options_.clocks.is_limited() ? ", left " + clock_text(options_.clocks.left_ms(index)) : ""));
    }
  } else {
    return false;
  }
  return true;
}

TerminalGame::Next TerminalGame::play(const std::string& typed) {
  const catalog::Seat mover = position_.to_move();
  const auto played = play_typed(position_, typed);
  if (played) {
    finish_ply(mover);
    return Next::kPlayed;
  }
  const auto meant = base::nearest(base::lower(typed), kCommands);
  say("Not possible: " + played.error() + (meant ? "; did you mean " + *meant + "?" : ""));
  return Next::kGoesOn;
}

void TerminalGame::show_legal_moves() { say(base::join(position_.legal_moves(), " ")); }

void TerminalGame::show_moves() {
  const auto start = catalog::AnyPosition::from_text(position_.game(), position_.rules(), position_.start_text());
  const auto turns = catalog::join_turns(*start, position_.moves());
  std::string text;
  const auto round = static_cast<std::size_t>(position_.seat_count());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (i % round == 0) text += (i == 0 ? "" : " ") + std::to_string(i / round + 1) + ".";
    text += " " + turns[i];
  }
  say(text.empty() ? "No move was made yet." : text);
}

catalog::SearchResult TerminalGame::consult() {
  if (adviser_ == nullptr) {
    adviser_ = std::move(
        study::make_engine(position_.game(), position_.rules(), study::with_known_proofs(position_.game(), {}))
            .value());
  }
  catalog::SearchRequest request;
  request.limits.movetime_ms = options_.think_ms;
  return adviser_->search(position_, request);
}

void TerminalGame::hint() {
  const catalog::SearchResult result = consult();
  std::string text = "Hint: " + result.best_move;
  if (!result.lines.empty()) {
    // The rest of a turn that has several plies.
    catalog::AnyPosition after = position_;
    const std::vector<std::string>& pv = result.lines.front().pv;
    for (std::size_t i = 0; i < pv.size() && after.play(pv[i]) && !after.starts_turn() && i + 1 < pv.size(); ++i) {
      text += " " + pv[i + 1];
    }
    text += ", " + score_text(result.lines.front().score);
    const study::Reason reason = study::find_reason({position_, pv, {}});
    if (has_words(reason)) text += ". " + study::reason_text(position_.game(), reason, study::Language::kEnglish);
  }
  say(text);
}

void TerminalGame::explain(const std::string& move) {
  if (position_.is_over()) return say("The game is over.");
  const auto answer = study::explain_move(position_, move, {});
  if (!answer) return say("Not possible: " + answer.error());
  const std::string text = study::reason_text(position_.game(), answer->reason, study::Language::kEnglish);
  const bool is_best = answer->reason.better.empty();
  say((is_best ? answer->move + " is the engine's move." : "Better is " + answer->best_line.front() + ".") +
      (text.empty() ? "" : " " + text));
}

void TerminalGame::show_threats() {
  std::vector<std::string> cells, notes;
  for (const catalog::Overlay& overlay : position_.view().overlays) {
    if (overlay.name != "threats" && overlay.name != "losing") continue;
    cells.insert(cells.end(), overlay.cells.begin(), overlay.cells.end());
    if (!overlay.cells.empty()) notes.push_back(overlay.label + ": " + base::join(overlay.cells, " "));
  }
  show_board(cells);
  if (cells.empty()) notes.emplace_back("Nothing threatens.");
  for (const std::string& note : notes) say(note);
}

void TerminalGame::undo_turn() {
  if (position_.moves().empty()) return say("Nothing to take back.");
  // Back to the last turn of a person: the engines' answers go with it.
  do {
    position_.undo();
  } while (!position_.moves().empty() && (!position_.starts_turn() || opponent_of(position_.to_move()) != nullptr));
  autosave();
  show_board();
}

void TerminalGame::back_to_start_of_turn() {
  do {
    position_.undo();
  } while (!position_.starts_turn());
  autosave();
  show_board();
}

void TerminalGame::save(const std::string& path) {
  const auto written = write_kept_game(path, {position_, options_.seats, options_.clocks, adjudication_});
  say(written ? "Saved to " + path : "Not saved: " + written.error());
}

void TerminalGame::load(const std::string& path) {
  auto kept = read_kept_game(path);
  if (!kept) return say("Not loaded: " + kept.error());
  if (kept->position.game() != position_.game() || kept->position.rules() != position_.rules()) {
    return say("Not loaded: the record is of another game or other rules; play --resume --file " + path + " plays it");
  }
  position_ = std::move(kept->position);
  autosave();
  show_board();
}

}  // namespace partita::tui
