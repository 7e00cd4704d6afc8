#include "study/puzzle_candidates.h"

namespace partita::study {

namespace {

constexpr std::uint64_t kSelfPlayNodes = 400;

catalog::Proof outcome(catalog::AnySolver& solver, const catalog::AnyPosition& after, catalog::Seat mover,
                       catalog::SolveRequest request) {
  if (after.is_over()) return after.ending().winner() == mover ? catalog::Proof::kYes : catalog::Proof::kNo;
  if (request.plies > 0) --request.plies;
  return solver.prove(after, mover, request).proof;
}

}  // namespace

std::string any_move(const catalog::AnyPosition& position, base::Random& random) {
  const auto moves = position.legal_moves();
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

std::optional<std::string> only_winning_move(catalog::AnySolver& solver, const catalog::AnyPosition& position,
                                             std::uint64_t nodes, int within) {
  catalog::SolveRequest request;
  request.nodes = nodes;
  request.plies = within;
  const catalog::Seat mover = position.to_move();
  if (solver.distance(position, mover, 1, {}).at_most == 1) return std::nullopt;
  if (solver.prove(position, mover, request).proof != catalog::Proof::kYes) return std::nullopt;
  std::optional<std::string> only;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    (void)after.play(move);
    const catalog::Proof proof = outcome(solver, after, mover, request);
    if (proof == catalog::Proof::kUnknown || (proof == catalog::Proof::kYes && only)) return std::nullopt;
    if (proof == catalog::Proof::kYes) only = move;
  }
  return only;
}

std::optional<catalog::AnyPosition> random_position(catalog::AnySolver& solver, catalog::AnyPosition position,
                                                    int plies, base::Random& random) {
  constexpr int kAttempts = 10;
  while (position.ply() < plies) {
    bool has_played = false;
    for (int attempt = 0; attempt < kAttempts && !has_played; ++attempt) {
      catalog::AnyPosition after = position;
      (void)after.play(any_move(position, random));
      if (after.is_over() || solver.distance(after, after.to_move(), 1, {}).at_most == 1) continue;
      position = after;
      has_played = true;
    }
    if (!has_played) return std::nullopt;
  }
  return position;
}

std::optional<catalog::AnyPosition> before_the_end(catalog::AnyPosition position, catalog::AnyEngine& engine,
                                                   base::Random& random) {
  const int beginning = 4 + static_cast<int>(random.below(12));
  catalog::SearchRequest request;
  request.limits.nodes = kSelfPlayNodes;
  engine.new_game();
  while (!position.is_over()) {
    const bool is_beginning = position.ply() < beginning;
    (void)position.play(is_beginning ? any_move(position, random) : engine.search(position, request).best_move);
  }
  const auto winner = position.ending().winner();
  int plies = 3 + 2 * static_cast<int>(random.below(2));
  while (plies > 0 && position.undo()) --plies;
  if (plies > 0 || position.to_move() != winner) return std::nullopt;
  return position;
}

}  // namespace partita::study
