#include "server/puzzle_book.h"

#include <algorithm>
#include <set>

#include "base/data_files.h"
#include "base/threads.h"
#include "catalog/games.h"
#include "record/game_files.h"
#include "study/puzzle_motifs.h"
#include "study/puzzle_records.h"

namespace partita::server {

namespace {

std::vector<ShippedPuzzle> shipped_for(const std::string& game) {
  const std::string path = base::shipped_file("puzzles/" + game + ".txt");
  if (path.empty()) return {};
  const auto text = record::read_file(path);
  if (!text) return {};
  auto puzzles = read_game_puzzles(game, *text);
  return puzzles ? std::move(*puzzles) : std::vector<ShippedPuzzle>{};
}

}  // namespace

base::Parsed<std::vector<ShippedPuzzle>> read_game_puzzles(std::string_view game, std::string_view text) {
  auto read = study::read_puzzles(text);
  if (!read) return read.forward_error();
  std::vector<ShippedPuzzle> puzzles;
  for (study::Puzzle& one : *read) {
    ShippedPuzzle puzzle{std::move(one), static_cast<int>(puzzles.size()) + 1, ""};
    const std::string place = "puzzle " + std::to_string(puzzle.number);
    if (puzzle.game != game) return base::Error{place + ": expected a puzzle of " + std::string(game)};
    auto position = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
    if (!position) return position.error_at(place);
    for (const std::string& move : puzzle.solution) {
      if (auto played = position->play(move); !played) return played.error_at(place);
    }
    puzzle.solved = position->text();
    puzzles.push_back(std::move(puzzle));
  }
  std::stable_sort(puzzles.begin(), puzzles.end(),
                   [](const ShippedPuzzle& a, const ShippedPuzzle& b) { return a.rating < b.rating; });
  return puzzles;
}

void PuzzleBook::close() {
  if (reading_.joinable()) reading_.join();
}

void PuzzleBook::begin_locked() {
  if (is_read_ || reading_.joinable()) return;
  if (base::Threads::are_there())
    reading_ = std::thread([this] { read_all(); });
  else
    base::errands().add_long([this] { read_all(); });
}

void PuzzleBook::read_all() {
  if (is_read()) return;
  std::map<std::string, std::vector<ShippedPuzzle>> read;
  for (const catalog::GameEntry& game : catalog::all_games()) read[game.name] = shipped_for(game.name);
  std::vector<Waiting> waiting;
  {
    const std::lock_guard lock(mutex_);
    puzzles_ = std::move(read);
    is_read_ = true;
    waiting.swap(waiting_);
  }
  wake_.notify_all();
  for (Waiting& one : waiting) one.loop.post(std::move(one.then));
}

void PuzzleBook::warm_up() {
  const std::lock_guard lock(mutex_);
  begin_locked();
}

bool PuzzleBook::is_read() const {
  const std::lock_guard lock(mutex_);
  return is_read_;
}

void PuzzleBook::when_read(Loop& loop, std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_read_) {
      waiting_.push_back({loop, std::move(then)});
      begin_locked();
      return;
    }
  }
  then();
}

const std::vector<ShippedPuzzle>& PuzzleBook::of(const std::string& game) {
  static const std::vector<ShippedPuzzle> kNone;
  if (!base::Threads::are_there()) read_all();
  std::unique_lock lock(mutex_);
  begin_locked();
  wake_.wait(lock, [this] { return is_read_; });
  const auto found = puzzles_.find(game);
  return found == puzzles_.end() ? kNone : found->second;
}

std::vector<std::string> PuzzleBook::kinds_of(const std::string& game) {
  std::set<std::string> kinds;
  for (const ShippedPuzzle& puzzle : of(game)) kinds.insert(puzzle.motifs.begin(), puzzle.motifs.end());
  return {kinds.begin(), kinds.end()};
}

bool trains(const study::Puzzle& puzzle, const std::vector<std::string>& kinds) {
  return std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
    return std::find(puzzle.motifs.begin(), puzzle.motifs.end(), kind) != puzzle.motifs.end();
  });
}

Training PuzzleBook::training_for(const std::string& game, std::string_view missed) {
  Training training{study::exercise_kinds(kinds_of(game), missed), 0};
  for (const ShippedPuzzle& puzzle : of(game)) training.puzzles += trains(puzzle, training.kinds) ? 1 : 0;
  return training;
}

}  // namespace partita::server
