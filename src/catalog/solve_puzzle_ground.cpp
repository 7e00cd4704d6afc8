#include "catalog/solve_puzzle_ground.h"

namespace partita::catalog {

namespace {

constexpr std::uint64_t kSelfPlayNodes = 400;

Proof outcome(AnySolver& solver, const AnyPosition& after, Seat mover, SolveRequest request) {
  if (after.is_over()) return after.ending().winner() == mover ? Proof::kYes : Proof::kNo;
  if (request.plies > 0) --request.plies;
  return solver.prove(after, mover, request).proof;
}

}  // namespace

std::string any_move(const AnyPosition& position, base::Random& random) {
  const auto moves = position.legal_moves();
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

std::optional<std::string> only_winning_move(AnySolver& solver, const AnyPosition& position, std::uint64_t nodes,
                                             int within) {
  SolveRequest request;
  request.nodes = nodes;
  request.plies = within;
  const Seat mover = position.to_move();
  if (solver.distance(position, mover, 1, {}).at_most == 1) return std::nullopt;
  if (solver.prove(position, mover, request).proof != Proof::kYes) return std::nullopt;
  std::optional<std::string> only;
  for (const std::string& move : position.legal_moves()) {
    AnyPosition after = position;
    (void)after.play(move);
    const Proof proof = outcome(solver, after, mover, request);
    if (proof == Proof::kUnknown || (proof == Proof::kYes && only)) return std::nullopt;
    if (proof == Proof::kYes) only = move;
  }
  return only;
}

std::optional<AnyPosition> random_position(AnySolver& solver, AnyPosition position, int plies, base::Random& random) {
  constexpr int kAttempts = 10;
  while (position.ply() < plies) {
    bool has_played = false;
    for (int attempt = 0; attempt < kAttempts && !has_played; ++attempt) {
      AnyPosition after = position;
      (void)after.play(any_move(position, random));
      if (after.is_over() || solver.distance(after, after.to_move(), 1, {}).at_most == 1) continue;
      position = after;
      has_played = true;
    }
    if (!has_played) return std::nullopt;
  }
  return position;
}

std::optional<AnyPosition> before_the_end(AnyPosition position, AnyEngine& engine, base::Random& random) {
  const int beginning = 4 + static_cast<int>(random.below(12));
  SearchRequest request;
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

}  // namespace partita::catalog
