#include "study/puzzle_records.h"

#include "base/text.h"
#include "catalog/games.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::study {

namespace {

int tag_number(const record::GameRecord& record, std::string_view name) {
  return static_cast<int>(base::read_int(record.tag(name)).value_or(0));
}

base::Parsed<Puzzle> puzzle_of(const record::GameRecord& record) {
  const auto end = record::replay(record);
  if (!end) return end.forward_error();
  if (end->moves().empty()) return base::Error{"no solution"};
  Puzzle puzzle;
  puzzle.game = std::string(end->game());
  puzzle.rules = end->rules();
  puzzle.position = end->start_text();
  puzzle.solution = end->moves();
  puzzle.plies = tag_number(record, "Plies");
  puzzle.legal_moves = tag_number(record, "Moves");
  puzzle.is_only = record.tag("Only") == "yes";
  puzzle.found_at_depth = tag_number(record, "FoundAtDepth");
  puzzle.rating = tag_number(record, "Rating");
  puzzle.lesson = tag_number(record, "Lesson");
  for (const std::string_view motif : base::words(record.tag("Motifs"))) puzzle.motifs.emplace_back(motif);
  return puzzle;
}

}  // namespace

base::Parsed<std::vector<Puzzle>> read_puzzles(std::string_view text) {
  const auto records = record::read_records(text);
  if (!records) return records.forward_error();
  std::vector<Puzzle> puzzles;
  for (const record::GameRecord& record : *records) {
    auto puzzle = puzzle_of(record);
    if (!puzzle) return puzzle.error_at("puzzle " + std::to_string(puzzles.size() + 1));
    puzzles.push_back(std::move(*puzzle));
  }
  return puzzles;
}

base::Parsed<std::vector<Puzzle>> read_puzzle_file(const std::string& path) {
  const auto text = record::read_file(path);
  if (!text) return text.forward_error();
  auto puzzles = read_puzzles(*text);
  if (!puzzles) return puzzles.error_at(path);
  return puzzles;
}

std::string write_puzzle(const Puzzle& puzzle) {
  const auto game = catalog::find_game(puzzle.game);
  const std::string rules = game ? base::write_values((*game)->rule_options, puzzle.rules) : "";
  std::string text = "[Game \"" + puzzle.game + "\"]\n";
  if (!rules.empty()) text += "[Rules \"" + rules + "\"]\n";
  text += "[Position \"" + puzzle.position + "\"]\n[Event \"puzzle\"]\n";
  text += "[Plies \"" + std::to_string(puzzle.plies) + "\"]\n[Moves \"" + std::to_string(puzzle.legal_moves) + "\"]\n";
  if (puzzle.is_only) text += "[Only \"yes\"]\n";
  text += "[FoundAtDepth \"" + std::to_string(puzzle.found_at_depth) + "\"]\n";
  text += "[Rating \"" + std::to_string(puzzle.rating) + "\"]\n";
  if (!puzzle.motifs.empty()) text += "[Motifs \"" + base::join(puzzle.motifs, " ") + "\"]\n";
  if (puzzle.lesson > 0) text += "[Lesson \"" + std::to_string(puzzle.lesson) + "\"]\n";
  auto position = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  const auto words = position ? catalog::join_turns(*position, puzzle.solution) : puzzle.solution;
  // A record says how its game ended, and a win at once ends it.
  for (const std::string& move : puzzle.solution) {
    if (!position || !position->play(move)) break;
  }
  std::string result = "*";
  if (position && position->is_over()) {
    result = position->ending().winner() == 0 ? "1-0" : "0-1";
    text += "[Result \"" + result + "\"]\n[Reason \"" + position->ending().reason + "\"]\n";
  }
  return text + "\n1. " + base::join(words, " ") + " " + result + "\n\n";
}

}  // namespace partita::study
