#include "server/puzzle_book.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/data_files.h"
#include "base/text.h"
#include "record/game_files.h"
#include "record/replay.h"
#include "study/puzzle_motifs.h"

namespace partita::server {

namespace {

int number_tag(const record::GameRecord& record, std::string_view name) {
  return static_cast<int>(base::read_int(record.tag(name)).value_or(0));
}

base::Parsed<Puzzle> puzzle_of(const record::GameRecord& record, std::string_view game) {
  const auto position = record::replay(record);
  if (!position) return position.forward_error();
  if (position->game() != game) return base::Error{"expected a puzzle of " + std::string(game)};
  if (position->moves().empty()) return base::Error{"no solution"};
  Puzzle puzzle;
  puzzle.rules = position->rules();
  puzzle.start = position->start_text();
  puzzle.solution = position->moves();
  puzzle.solved = position->text();
  puzzle.plies = number_tag(record, "Plies");
  puzzle.rating = number_tag(record, "Rating");
  puzzle.lesson = number_tag(record, "Lesson");
  for (const std::string_view motif : base::words(record.tag("Motifs"))) puzzle.motifs.emplace_back(motif);
  return puzzle;
}

}  // namespace

base::Parsed<std::vector<Puzzle>> read_puzzles(std::string_view game, std::string_view text) {
  const auto records = record::read_records(text);
  if (!records) return records.forward_error();
  std::vector<Puzzle> puzzles;
  for (const record::GameRecord& record : *records) {
    auto puzzle = puzzle_of(record, game);
    if (!puzzle) return puzzle.error_at("puzzle " + std::to_string(puzzles.size() + 1));
    puzzle->number = static_cast<int>(puzzles.size()) + 1;
    puzzles.push_back(std::move(*puzzle));
  }
  std::stable_sort(puzzles.begin(), puzzles.end(),
                   [](const Puzzle& a, const Puzzle& b) { return a.rating < b.rating; });
  return puzzles;
}

const std::vector<Puzzle>& shipped_puzzles(const std::string& game) {
  static std::map<std::string, std::vector<Puzzle>> known;
  const auto found = known.find(game);
  if (found != known.end()) return found->second;
  std::vector<Puzzle> puzzles;
  if (const std::string path = base::shipped_file("puzzles/" + game + ".txt"); !path.empty()) {
    const auto text = record::read_file(path);
    auto read = text ? read_puzzles(game, *text) : base::Parsed<std::vector<Puzzle>>(text.forward_error());
    if (read) puzzles = std::move(*read);
  }
  return known.emplace(game, std::move(puzzles)).first->second;
}

std::vector<std::string> puzzle_kinds(const std::string& game) {
  std::set<std::string> kinds;
  for (const Puzzle& puzzle : shipped_puzzles(game)) kinds.insert(puzzle.motifs.begin(), puzzle.motifs.end());
  return {kinds.begin(), kinds.end()};
}

bool trains(const Puzzle& puzzle, const std::vector<std::string>& kinds) {
  return std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
    return std::find(puzzle.motifs.begin(), puzzle.motifs.end(), kind) != puzzle.motifs.end();
  });
}

Training training_for(const std::string& game, std::string_view missed) {
  Training training{study::exercise_kinds(puzzle_kinds(game), missed), 0};
  for (const Puzzle& puzzle : shipped_puzzles(game)) training.puzzles += trains(puzzle, training.kinds) ? 1 : 0;
  return training;
}

}  // namespace partita::server
