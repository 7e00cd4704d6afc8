#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/loop.h"
#include "study/puzzles.h"

namespace partita::server {

/// A position with exactly one winning turn, as the trainer shows it.
struct ShippedPuzzle : study::Puzzle {
  int number = 0;      ///< from 1, its place in the file
  std::string solved;  ///< text of the position behind the solution, however its plies are ordered
};

/// The puzzles of a game in a text of records, easiest first. The error names the one that does not fit the rules.
base::Parsed<std::vector<ShippedPuzzle>> read_game_puzzles(std::string_view game, std::string_view text);

/// The kinds of a game's puzzles that train what was missed, and how many puzzles are of these.
struct Training {
  std::vector<std::string> kinds;
  int puzzles = 0;
};

/// The puzzles shipped for all games. Reading them takes tenths of a second, so a thread of its own does it once
/// somebody wants them, and who lives on the loop is called when they are there.
class PuzzleBook {
 public:
  PuzzleBook() = default;
  ~PuzzleBook() { close(); }
  PuzzleBook(const PuzzleBook&) = delete;
  PuzzleBook& operator=(const PuzzleBook&) = delete;

  /// Waits for what is being read, so that nothing is posted to a loop any more. Before the loop drops what waits in
  /// it.
  void close();
  /// Begins to read: somebody will ask soon. Any thread.
  void warm_up();
  /// Calls `then` on the loop: at once if they are read and this is the loop, later otherwise. On the loop.
  void when_read(Loop& loop, std::function<void()> then);
  bool is_read() const;

  /// Easiest first; none if there is no file. Waits until they are read. Any thread.
  const std::vector<ShippedPuzzle>& of(const std::string& game);
  Training training_for(const std::string& game, std::string_view missed);
  /// All kinds of a game's puzzles, each once.
  std::vector<std::string> kinds_of(const std::string& game);

 private:
  struct Waiting {
    Loop& loop;
    std::function<void()> then;
  };

  void begin_locked();
  void read_all();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool is_read_ = false;
  std::vector<Waiting> waiting_;
  std::map<std::string, std::vector<ShippedPuzzle>> puzzles_;  ///< not changed any more once they are read
  std::thread reading_;
};

/// Whether a puzzle is one of these.
bool trains(const study::Puzzle& puzzle, const std::vector<std::string>& kinds);

}  // namespace partita::server
