#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "tui/console.h"
#include "tui/seats.h"

namespace partita::tui {

struct TerminalOptions {
  std::vector<SeatChoice> seats;
  std::int64_t think_ms = 2000;                ///< for engines when there is no clock
  std::optional<std::int64_t> clock_ms;        ///< by seat, with increment
  std::int64_t increment_ms = 0;
  std::string autosave;                        ///< file kept up to date after every ply; empty: none
  bool unicode = false;
  bool show_legal = true;
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

  enum class Next { kGoesOn, kLeave };
  void show_board(const std::vector<std::string>& overlay = {});
  void show_help();
  void show_clocks();
  void show_result();
  void announce_turn();
  Next human_ply();
  Next confirm_turn();
  Next obey(const std::string& line);
  bool obey_analysis(const std::string& word);
  void engine_ply();
  void play(const std::string& word);
  void undo_turn();
  void resign();
  void save(const std::string& path);
  void load(const std::string& path);
  void autosave();
  bool charge_clock(catalog::Seat seat, std::int64_t spent_ms);
  catalog::Limits limits() const;
  catalog::AnyEngine* engine_of(catalog::Seat seat);
  catalog::SearchResult consult(std::int64_t ms);
  std::string seat_label(catalog::Seat seat) const;
  std::vector<std::string> completion_words() const;

  catalog::AnyPosition position_;
  TerminalOptions options_;
  Console& console_;
  std::vector<std::unique_ptr<catalog::AnyEngine>> engines_;  ///< by seat, null for people
  std::unique_ptr<catalog::AnyEngine> adviser_;
  std::array<std::int64_t, catalog::kMaxSeats> left_ms_{};
  std::array<std::int64_t, catalog::kMaxSeats> used_ms_{};
  std::string adjudicated_;  ///< result text when a seat resigned or lost on time
  std::string reason_;
  bool turn_was_announced_ = false;
  int plies_of_turn_ = 0;  ///< by the person who is moving
};

}  // namespace partita::tui
