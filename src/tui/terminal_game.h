#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "draw/board_text.h"
#include "record/replay.h"
#include "tui/console.h"
#include "tui/opponent.h"
#include "tui/seat_clocks.h"
#include "tui/seats.h"

namespace partita::tui {

struct TerminalOptions {
  std::vector<SeatChoice> seats;
  std::int64_t think_ms = 2000;  ///< for engines when there are no clocks, and for hints
  SeatClocks clocks;
  std::string autosave;    ///< file kept up to date after every ply; empty: none
  std::uint64_t seed = 1;  ///< of the first seat's random choices; the next seat counts on
  bool unicode = false;
  bool show_legal = true;
  bool waits = false;  ///< an engine's search begins when the person says so (Rao 5: "Initiate search")
};

/// A whole game on a terminal: boards, typed moves and commands, engines with their per-turn report. The game is saved
/// after every ply, so that nothing is lost however the process ends. One thread.
class TerminalGame {
 public:
  static base::Parsed<std::unique_ptr<TerminalGame>> make(catalog::AnyPosition position, TerminalOptions options,
                                                          Console& console);
  /// Until the game ends, somebody resigns, or the input ends. Returns whether the game was finished.
  bool run();
  const catalog::AnyPosition& position() const { return position_; }

 private:
  TerminalGame(catalog::AnyPosition position, TerminalOptions options, Console& console);

  enum class Next { kGoesOn, kPlayed, kLeave };
  // The game's course: terminal_game.cpp.
  void introduce();
  void engine_ply();
  Next human_ply();
  Next confirm_turn();
  void report_standing(catalog::Seat engine);
  void finish_ply(catalog::Seat mover);
  /// Charges the clock and ends the game when it has run out.
  bool charge(catalog::Seat mover, std::int64_t spent_ms);
  void award_to_others(catalog::Seat loser, const std::string& reason);
  void show_result();
  // What people can ask for: terminal_commands.cpp.
  Next obey(const std::string& line);
  bool obey_analysis(const std::string& word);
  Next play(const std::string& typed);
  void undo_turn();
  void back_to_start_of_turn();
  void hint();
  void explain(const std::string& move);
  void show_threats();
  void show_legal_moves();
  void show_moves();
  void save(const std::string& path);
  void load(const std::string& path);
  catalog::SearchResult consult();

  void show_board(const std::vector<std::string>& overlay = {});
  void say(const std::string& text);
  void autosave();
  draw::DrawStyle draw_style() const;
  Opponent* opponent_of(catalog::Seat seat) { return opponents_[seat].get(); }
  std::string seat_label(catalog::Seat seat) const;
  std::string prompt() const;
  std::vector<std::string> completion_words() const;

  catalog::AnyPosition position_;
  TerminalOptions options_;
  Console& console_;
  std::vector<std::unique_ptr<Opponent>> opponents_;  ///< by seat, null for people
  std::unique_ptr<catalog::AnyEngine> adviser_;
  record::Adjudication adjudication_;  ///< when a seat resigned or lost on time
};

}  // namespace partita::tui
