#include "study/puzzle_motifs.h"

#include <algorithm>
#include <set>

#include "catalog/games.h"
#include "study/engine.h"
#include "study/motif_text.h"

namespace partita::study {

namespace {

/// For one ply of the way to the end: the win is near and mostly seen at once.
constexpr std::uint64_t kPlyNodes = 5'000;

/// The solution and how an engine plays on with both sides.
std::vector<std::string> line_of(const Puzzle& puzzle, catalog::AnyPosition position) {
  std::vector<std::string> line;
  auto engine = make_engine(puzzle.game, puzzle.rules, {});
  while (!position.is_over() && static_cast<int>(line.size()) < std::max<int>(puzzle.plies, 1)) {
    std::string move;
    if (line.size() < puzzle.solution.size()) {
      move = puzzle.solution[line.size()];
    } else if (engine) {
      catalog::SearchRequest request;
      request.limits.nodes = kPlyNodes;
      move = (*engine)->search(position, request).best_move;
    }
    if (!position.play(move)) return line;
    line.push_back(std::move(move));
  }
  return line;
}

void add_kind(std::vector<std::string>& kinds, std::string_view kind) {
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.emplace_back(kind);
}

/// Of a kind's name what is left without the verb: "allows-five" is about fives.
std::string_view subject_of(std::string_view kind) {
  for (const std::string_view verb :
       {"allows-", "stops-", "breaks-", "threatens-", "cuts-", "closes-", "saves-", "blocks-", "lets-"}) {
    if (kind.substr(0, verb.size()) == verb) return kind.substr(verb.size());
  }
  return kind;
}

}  // namespace

std::vector<std::string> puzzle_motifs(const Puzzle& puzzle) {
  auto position = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  const auto entry = catalog::find_game(puzzle.game);
  if (!position || !entry || !(*entry)->motifs) return {};
  const catalog::MotifHooks& hooks = *(*entry)->motifs;
  const catalog::Seat solver = position->to_move();
  std::vector<std::string> decisive;
  std::vector<std::string> gained;
  std::size_t ply = 0;
  for (const std::string& move : line_of(puzzle, *position)) {
    for (const catalog::Motif& motif : hooks.find(position->model(), move)) {
      const catalog::MotifKind* kind = find_kind(*hooks.kinds, motif.kind);
      if (kind == nullptr || motif.side != solver || position->to_move() != solver) continue;
      if (kind->force == catalog::MotifForce::kDecides) add_kind(decisive, motif.kind);
      if (kind->force == catalog::MotifForce::kGain && ply < puzzle.solution.size()) add_kind(gained, motif.kind);
    }
    if (!position->play(move)) break;
    ++ply;
  }
  return decisive.empty() ? gained : decisive;
}

std::vector<std::string> exercise_kinds(const std::vector<std::string>& kinds, std::string_view missed) {
  const std::set<std::string> all(kinds.begin(), kinds.end());
  if (all.count(std::string(missed)) > 0) return {std::string(missed)};
  const std::string_view subject = subject_of(missed);
  std::vector<std::string> found;
  for (const std::string& kind : all) {
    if (subject_of(kind).find(subject) != std::string_view::npos) found.push_back(kind);
  }
  return found;
}

}  // namespace partita::study
