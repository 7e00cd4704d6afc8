#include "games/tafl/evaluation.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "games/tafl/king_taking.h"
#include "games/tafl/slides.h"

namespace partita::games::tafl {

namespace {

/// Diagonals that close a corner against the king: three squares, or four one step further out.
struct CornerGuards {
  Cells inner = 0;
  Cells outer = 0;
};

constexpr CornerGuards corner_guards(int size) {
  CornerGuards guards;
  const int last = size - 1;
  for (int i = 0; i <= 3; ++i) {
    const auto add = [&](Cells& cells, int file, int rank) {
      cells |= one_cell(square_at(file, rank)) | one_cell(square_at(last - file, rank)) |
               one_cell(square_at(file, last - rank)) | one_cell(square_at(last - file, last - rank));
    };
    if (i <= 2) add(guards.inner, i, 2 - i);
    add(guards.outer, i, 3 - i);
  }
  return guards;
}
constexpr CornerGuards kGuards7 = corner_guards(7);
constexpr CornerGuards kGuards9 = corner_guards(9);
constexpr CornerGuards kGuards11 = corner_guards(11);

const CornerGuards& guards_on(int size) { return size == 7 ? kGuards7 : size == 9 ? kGuards9 : kGuards11; }

/// Soldiers at the start: 12 on 7x7, 24 on 9x9, 36 on 11x11.
constexpr int soldiers_on(int size) { return (size - 5) * 6; }

/// A soldier's worth by the soldiers left of a full board, blended between the two phases beforehand.
struct Worths {
  static constexpr int kMostSoldiers = 36;
  std::array<std::int16_t, kMostSoldiers + 1> attacker{};
  std::array<std::int16_t, kMostSoldiers + 1> defender{};
};
constexpr Worths worths_on(const Weights& weights, int size) {
  Worths worths;
  const int full = soldiers_on(size);
  const auto blend = [&](const std::array<int, 2>& worth, int pieces) {
    return static_cast<std::int16_t>((worth[0] * pieces + worth[1] * (full - pieces)) / full);
  };
  for (int pieces = 0; pieces <= full; ++pieces) {
    worths.attacker[static_cast<std::size_t>(pieces)] = blend(weights.attacker, pieces);
    worths.defender[static_cast<std::size_t>(pieces)] = blend(weights.defender, pieces);
  }
  return worths;
}

/// How many, where there most often are none.
int count_few(Cells cells) { return cells == 0 ? 0 : count(cells); }

/// What the king may cross and stop on, for counting his ways.
Cells open_to_king(const Position& pos) {
  const Ground& ground = pos.ground();
  return ground.board & ~(pos.occupied() | ground.blocked[index_of(Kind::kKing)]);
}

/// Escapes lie at the edge: to a corner he goes along it, so he must be there before his last move.
bool may_escape_from(const Ground& ground, Cells squares) {
  return ground.rules->escape == Escape::kEdge || (squares & ground.edge) != 0;
}

/// Collects terms given from the attackers' view as the mover sees them.
class TermList {
 public:
  explicit TermList(bool attackers_move) : sign_(attackers_move ? 1 : -1) {}

  void add(std::string_view name, int weight, double amount) { terms_.push_back({name, weight, sign_ * amount}); }
  /// A table by number: one term for each, of which one applies or none.
  void add_table(const std::array<std::string_view, 8>& names, const std::array<int, 9>& worth, int number) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      add(names[i], worth[i + 1], std::min(number, 8) == static_cast<int>(i) + 1 ? -1 : 0);
    }
  }
  std::vector<game::EvaluationTerm> taken() { return std::move(terms_); }

 private:
  double sign_;
  std::vector<game::EvaluationTerm> terms_;
};
constexpr std::array<std::string_view, 8> kInTwo = {"escapes in two: 1", "escapes in two: 2", "escapes in two: 3",
                                                    "escapes in two: 4", "escapes in two: 5", "escapes in two: 6",
                                                    "escapes in two: 7", "escapes in two: 8"};
constexpr std::array<std::string_view, 8> kInThree = {
    "escapes in three: 1", "escapes in three: 2", "escapes in three: 3", "escapes in three: 4",
    "escapes in three: 5", "escapes in three: 6", "escapes in three: 7", "escapes in three: 8"};

/// The weights of one family of rules are known when this is compiled: what weighs nothing costs nothing.
template <const Weights& kWeights, BoardWidth kGridKind>
class Evaluation {
 public:
  explicit Evaluation(const Position& pos)
      : pos_(pos),
        ground_(pos.ground()),
        king_squares_(king_reach(pos)),
        attackers_move_(pos.mover() == Side::kAttackers) {}

  game::Score value() const {
    const CaptureSquares squares = capture_squares_of_both();
    return plain_parts() - roads() - king_way_out() + king_threat() +
           worth_of(reachable_by_attackers(squares), reachable_by_defenders(squares));
  }

  std::vector<game::EvaluationTerm> terms() const {
    const int roads = count_few(king_squares_ & ground_.escapes);
    const bool is_threatened = king_threat() != 0;
    if (roads > 1 || (roads == 1 && !attackers_move_) || (is_threatened && attackers_move_)) return {};
    TermList list(attackers_move_);
    add_soldiers(list);
    list.add("one road", kWeights.one_road, -roads);
    add_ways_out(list);
    const int near = count(beside_square(pos_.king()) & pos_.attackers());
    const bool is_strong = has(ground_.strong, pos_.king());
    list.add("beside king: usual", kWeights.beside_king, is_strong ? 0 : near);
    list.add("beside king: strong", kWeights.beside_strong_king, is_strong ? near : 0);
    list.add("king threatened", kWeights.king_threat, is_threatened ? 1 : 0);
    add_captures(list);
    const CornerGuards& guards = guards_on(pos_.rules().size);
    list.add("corner guards: inner", kWeights.corner_guard, count(pos_.attackers() & guards.inner));
    list.add("corner guards: outer", kWeights.outer_guard, count(pos_.attackers() & guards.outer));
    list.add("to move", kWeights.to_move, attackers_move_ ? 1 : -1);
    return list.taken();
  }

  /// The value for the mover where the king has no road and is not threatened. Most of it decides on which side of a
  /// narrow window it lies: what is left is then not looked at.
  [[gnu::always_inline]] game::Score quiet_value(game::Score alpha, game::Score beta, Forcing& forcing) const {
    const CaptureSquares squares = capture_squares_of_both();
    const Cells two = squares_in_two();
    const int escapes = count_few(two & ground_.escapes);
    const game::Score sure = plain_parts() - worth_of_room(two) - by_number(kWeights.escapes_in_two, escapes);
    const game::Score best_case = sure + worth_of(squares.attackers, 0);
    const game::Score worst_case = sure + worth_of(0, squares.defenders) - kWeights.escapes_in_three.back();
    const game::Score least = attackers_move_ ? worst_case : -best_case;
    if (least >= beta) return least;
    const Cells own = attackers_move_ ? reachable_by_attackers(squares) : reachable_by_defenders(squares);
    // Attackers come out of their camps on ways that are closed to the others, and not counted here.
    forcing.captures = attackers_move_ && ground_.camps != 0 ? squares.attackers : own;
    const game::Score most = attackers_move_ ? best_case : -worst_case;
    if (most <= alpha) return most;
    const Cells others = attackers_move_ ? reachable_by_defenders(squares) : reachable_by_attackers(squares);
    const game::Score value = sure + (attackers_move_ ? worth_of(own, others) : worth_of(others, own)) -
                              (escapes == 0 ? escapes_in_three(two) : 0);
    return attackers_move_ ? value : -value;
  }

 private:
  struct CaptureSquares {
    Cells attackers;
    Cells defenders;
  };

  void add_soldiers(TermList& list) const {
    const int attackers = pos_.soldiers(Side::kAttackers);
    const int defenders = pos_.soldiers(Side::kDefenders);
    const int full = soldiers_on(pos_.rules().size);
    const double share = static_cast<double>(std::min(attackers + defenders, full)) / full;
    list.add("attackers: full board", kWeights.attacker[0], attackers * share);
    list.add("attackers: empty board", kWeights.attacker[1], attackers * (1 - share));
    list.add("defenders: full board", kWeights.defender[0], -defenders * share);
    list.add("defenders: empty board", kWeights.defender[1], -defenders * (1 - share));
  }
  void add_ways_out(TermList& list) const {
    const bool can_move = king_squares_ != 0;
    const Cells two = can_move ? squares_in_two() : Cells{0};
    const bool has_none = can_move && (two & ground_.escapes) == 0 && may_escape_from(ground_, two);
    list.add_table(kInTwo, kWeights.escapes_in_two, count_few(two & ~king_squares_ & ground_.escapes));
    list.add_table(kInThree, kWeights.escapes_in_three,
                   has_none ? count_few(slide_all<kGridKind>(two, open_to_king(pos_)) & ground_.escapes) : 0);
    list.add("king's room: one move", kWeights.king_square, -count_few(king_squares_));
    list.add("king's room: two moves", kWeights.king_area, can_move ? 1 - count(two) : 0);
  }
  void add_captures(TermList& list) const {
    const CaptureSquares squares = capture_squares_of_both();
    const int own = count_few(reachable_by_attackers(squares));
    const int other = count_few(reachable_by_defenders(squares));
    list.add("captures by attackers: to move", kWeights.capture_by_attackers[0], attackers_move_ ? own : 0);
    list.add("captures by attackers: next", kWeights.capture_by_attackers[1], attackers_move_ ? 0 : own);
    list.add("captures by defenders: to move", kWeights.capture_by_defenders[0], attackers_move_ ? 0 : -other);
    list.add("captures by defenders: next", kWeights.capture_by_defenders[1], attackers_move_ ? -other : 0);
  }

  static int by_number(const std::array<int, 9>& worth, int number) {
    return worth[static_cast<std::size_t>(std::min(number, 8))];
  }

  /// What is quickly counted: soldiers, guards of the corners, attackers beside the king, the move.
  [[gnu::always_inline]] int plain_parts() const {
    const int near = count(beside_square(pos_.king()) & pos_.attackers());
    int score = near * (has(ground_.strong, pos_.king()) ? kWeights.beside_strong_king : kWeights.beside_king);
    if constexpr (kWeights.corner_guard != 0) {
      const CornerGuards& guards = guards_on(pos_.rules().size);
      score += kWeights.corner_guard * count(pos_.attackers() & guards.inner) +
               kWeights.outer_guard * count(pos_.attackers() & guards.outer);
    }
    return score + material() + (attackers_move_ ? kWeights.to_move : -kWeights.to_move);
  }

  int material() const {
    static constexpr std::array<Worths, 3> kWorths = {worths_on(kWeights, 7), worths_on(kWeights, 9),
                                                      worths_on(kWeights, 11)};
    const int attackers = pos_.soldiers(Side::kAttackers);
    const int defenders = pos_.soldiers(Side::kDefenders);
    const int size = pos_.rules().size;
    const auto pieces = static_cast<std::size_t>(std::min(attackers + defenders, soldiers_on(size)));
    const Worths& worths = kWorths[static_cast<std::size_t>(size - 7) / 2];
    return attackers * worths.attacker[pieces] - defenders * worths.defender[pieces];
  }

  int roads() const {
    const int roads = count_few(king_squares_ & ground_.escapes);
    if (roads > 1 || (roads == 1 && !attackers_move_)) return kWeights.two_roads;
    return roads == 1 ? kWeights.one_road : 0;
  }

  /// What he reaches in at most two moves, his square included.
  [[gnu::always_inline]] Cells squares_in_two() const {
    return slide_all<kGridKind>(king_squares_ | cell_of(pos_.king()), open_to_king(pos_));
  }

  int king_way_out() const {
    if (king_squares_ == 0) return 0;
    const Cells two = squares_in_two();
    const int escapes = count_few(two & ~king_squares_ & ground_.escapes);
    const bool has_none = (two & ground_.escapes) == 0;
    return worth_of_room(two) + by_number(kWeights.escapes_in_two, escapes) + (has_none ? escapes_in_three(two) : 0);
  }

  /// By the squares he reaches in one move and in two.
  int worth_of_room(Cells two) const {
    int worth = 0;
    if constexpr (kWeights.king_square != 0) worth += kWeights.king_square * count(king_squares_);
    if constexpr (kWeights.king_area != 0) worth += kWeights.king_area * (count(two) - 1);
    return worth;
  }

  int escapes_in_three(Cells two) const {
    if (!may_escape_from(ground_, two)) return 0;
    return by_number(kWeights.escapes_in_three,
                     count_few(slide_all<kGridKind>(two, open_to_king(pos_)) & ground_.escapes));
  }

  [[gnu::always_inline]] CaptureSquares capture_squares_of_both() const {
    return {capture_squares<kGridKind>(pos_, Side::kAttackers), capture_squares<kGridKind>(pos_, Side::kDefenders)};
  }

  /// What it is worth to take soldiers on these squares.
  int worth_of(Cells by_attackers, Cells by_defenders) const {
    return count_few(by_attackers) * kWeights.capture_by_attackers[attackers_move_ ? 0 : 1] -
           count_few(by_defenders) * kWeights.capture_by_defenders[attackers_move_ ? 1 : 0];
  }

  Cells reachable_by_attackers(const CaptureSquares& squares) const {
    return squares.attackers == 0 ? 0 : squares.attackers & reach_of_soldiers(Side::kAttackers);
  }
  Cells reachable_by_defenders(const CaptureSquares& squares) const {
    return squares.defenders == 0 ? 0 : squares.defenders & (reach_of_soldiers(Side::kDefenders) | king_squares_);
  }
  Cells reach_of_soldiers(Side side) const {
    const Cells soldiers = pos_.pieces(side) & ~cell_of(pos_.king());
    return slide_all<kGridKind>(soldiers, ground_.board & ~(pos_.occupied() | ground_.blocked[index_of(side)]));
  }

  int king_threat() const {
    bool is_king_threatened = false;
    for_each_king_capture(pos_, [&](Square, Square) { is_king_threatened = true; });
    return is_king_threatened ? kWeights.king_threat : 0;
  }

  const Position& pos_;
  const Ground& ground_;
  Cells king_squares_;
  bool attackers_move_;
};

/// Calls use(evaluation) with the one for the position's rules and board.
template <class Use>
auto with_evaluation(const Position& pos, Use&& use) {
  const bool is_narrow = pos.ground().is_narrow;
  if (pos.rules().escape == Escape::kEdge) {
    return is_narrow ? use(Evaluation<kEdgeWeights, BoardWidth::kNarrow>(pos))
                     : use(Evaluation<kEdgeWeights, BoardWidth::kWhole>(pos));
  }
  return is_narrow ? use(Evaluation<kCornerWeights, BoardWidth::kNarrow>(pos))
                   : use(Evaluation<kCornerWeights, BoardWidth::kWhole>(pos));
}

}  // namespace

game::Score evaluate_partita(const Position& pos) {
  return with_evaluation(pos, [](const auto& evaluation) { return evaluation.value(); });
}

std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos) {
  return with_evaluation(pos, [](const auto& evaluation) { return evaluation.terms(); });
}

game::Score evaluate_quiet(const Position& pos, game::Score alpha, game::Score beta, Forcing& forcing) {
  return with_evaluation(pos, [&](const auto& evaluation) { return evaluation.quiet_value(alpha, beta, forcing); });
}

namespace {

/// Directions in which the king meets a piece before the board's edge.
int blocked_directions(const Position& pos) {
  const Cells king = cell_of(pos.king());
  const Cells open = pos.ground().board & ~pos.occupied();
  const Cells edge_n = detail::slide<kStride>(king, open);
  const Cells edge_s = detail::slide<-kStride>(king, open);
  const Cells edge_e = detail::slide<1>(king, open & ~kFirstFile);
  const Cells edge_w = detail::slide<-1>(king, open & ~kLastFile);
  int blocked = 0;
  // A slide that stops before the board's edge met a piece.
  blocked += (north(edge_n) & pos.ground().board & pos.occupied() & ~edge_n) != 0 ? 1 : 0;
  blocked += (south(edge_s) & pos.occupied() & ~edge_s) != 0 ? 1 : 0;
  blocked += (east(edge_e) & pos.occupied() & ~edge_e) != 0 ? 1 : 0;
  blocked += (west(edge_w) & pos.occupied() & ~edge_w) != 0 ? 1 : 0;
  return blocked;
}

}  // namespace

namespace {

// Rudin orders the weights and gives no numbers (4.3, 4.4).
constexpr int kPiece = 100;
constexpr int kBlocked = 30;
constexpr int kBeside = 10;
// Section 7: "having black pieces in particular cells is highly beneficial to protect the corners". Which cells, for
// how long and with what weight he does not say.
constexpr int kGuarded = 20;
constexpr int kOpeningPlies = 20;

int piece_lead(const Position& pos) { return count(pos.attackers()) - count(pos.defenders()); }
int beside_king(const Position& pos) { return count(beside_square(pos.king()) & pos.attackers()); }

}  // namespace

game::Score evaluate_rudin(const Position& pos, RudinTerms terms) {
  const int pieces = kPiece * piece_lead(pos);
  if (terms == RudinTerms::kPieces) return pieces;
  const int escape = kBlocked * blocked_directions(pos);
  if (terms == RudinTerms::kEscape) return pieces + escape;
  const int all = pieces + escape + kBeside * beside_king(pos);
  if (terms != RudinTerms::kOpening || pos.ply() >= kOpeningPlies) return all;
  const CornerGuards& guards = guards_on(pos.rules().size);
  return all + kGuarded * count((guards.inner | guards.outer) & pos.attackers());
}

std::vector<game::EvaluationTerm> author_terms(const Position& pos) {
  const double sign = pos.mover() == Side::kAttackers ? 1 : -1;
  return {{"pieces", kPiece, sign * piece_lead(pos)},
          {"blocked directions of the king", kBlocked, sign * blocked_directions(pos)},
          {"attackers beside the king", kBeside, sign * beside_king(pos)}};
}

game::Score evaluate_material(const Position& pos) {
  return 100 * (count(pos.attackers()) - 2 * count(pos.defenders()));
}

}  // namespace partita::games::tafl
