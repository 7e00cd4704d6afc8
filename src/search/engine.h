#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.h"
#include "game/refinements.h"
#include "search/alphabeta/deepening.h"
#include "search/alphabeta/minimax.h"
#include "search/alphabeta/negamax_tree.h"
#include "search/alphabeta/root_rules.h"
#include "search/alphabeta/several_seats.h"
#include "search/control.h"
#include "search/montecarlo/montecarlo.h"
#include "search/switches.h"
#include "search/task.h"
#include "search/time/budget.h"
#include "search/transposition_table.h"

namespace partita::search {

/// The engine of one game: switches, tables, and the search that the switches choose. search() blocks; everything but
/// the task's stop flag belongs to one thread.
template <game::Game G>
class Engine {
 public:
  using Move = typename G::Move;

  Engine(const Switches& switches, typename G::Evaluator evaluator) : switches_(switches), evaluator_(evaluator) {
    new_game();
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void configure(const Switches& switches, typename G::Evaluator evaluator) {
    switches_ = switches;
    evaluator_ = evaluator;
    table_sized_ = false;
    new_game();
  }

  /// Forgets everything of the last game.
  void new_game() {
    random_ = base::Random(switches_.seed);
    rudin_ = {};
    whole_ms_ = {};
    workers_are_ready_ = false;
    montecarlo_.reset();
    rest_of_turn_.clear();
    if (table_sized_) table_.clear();
  }

  /// REQUIRES: task.pos is not over and a root move is allowed.
  Outcome<Move> search(const Task<G>& task) {
    note_clock(task);
    control_.begin(choose_budget(switches_.time_manager, time_question(task)), node_limit(task), task.stop);
    counts_ = {};
    Outcome<Move> outcome = search_within_limits(task);
    note_turn(task, outcome);
    control_.end();
    return outcome;
  }

  /// The most time a whole turn of the mover may take; 0 without any limit of time.
  std::int64_t turn_us(const Task<G>& task) const {
    TimeQuestion question = time_question(task);
    const auto seat = static_cast<std::size_t>(question.seat);
    question.whole_ms = std::max(question.whole_ms, task.limits.clock_ms[seat]);
    const std::int64_t ply_us = choose_budget(switches_.time_manager, question).hard_us;
    return ply_us == Budget::kForever ? 0 : ply_us * question.plies_in_turn;
  }

  /// The evaluation of a position without a search, as a seat sees it; random terms are left out.
  Score evaluate(const typename G::Position& pos, game::Seat seat) const {
    game::EvalContext<Move> context;
    context.root = static_cast<game::Seat>(pos.to_move());
    return evaluator_.evaluate(pos, seat, context);
  }

  /// Of the last search, all threads together.
  const TableCounts& table_counts() const { return counts_; }

 private:
  using Tree = NegamaxTree<G>;
  using Loop = Deepening<G, Tree>;

  Outcome<Move> search_within_limits(const Task<G>& task) {
    if (auto at_once = without_search(task)) return *at_once;
    if (switches_.method == Method::kMonteCarlo) return search_montecarlo(task);
    int depth = last_depth(task);
    Outcome<Move> outcome = search_to(task, depth);
    if (control_.was_stopped_by_clock()) rudin_.is_slow = true;
    // Rudin 5.4: when all is lost, look less far and so play on.
    while (switches_.loss_research && is_lost(outcome) && depth > 1 && !control_.is_stopped()) {
      Outcome<Move> again = search_to(task, --depth);
      if (!again.lines.empty()) outcome = std::move(again);
    }
    return outcome;
  }

  /// Where one search is made for a whole turn, the line it found says where the turn's other stones go.
  void note_turn(const Task<G>& task, const Outcome<Move>& outcome) {
    if (!switches_.turn_search || outcome.lines.empty()) return;
    rest_of_turn_ = outcome.lines.front().pv;
    if (rest_of_turn_.empty() || rest_of_turn_.front() != outcome.best) return rest_of_turn_.clear();
    step_along_turn(task.pos);
  }

  /// Drops the line's first move, which is about to be played, and all that belongs to later turns.
  void step_along_turn(typename G::Position pos) {
    const auto mover = pos.to_move();
    pos.play(rest_of_turn_.front());
    rest_of_turn_.erase(rest_of_turn_.begin());
    if (pos.is_over() || pos.to_move() != mover) rest_of_turn_.clear();
    key_in_turn_ = pos.key();
  }

  std::optional<Outcome<Move>> next_of_turn(const Task<G>& task) {
    if (rest_of_turn_.empty() || task.pos.key() != key_in_turn_ || !task.only_moves.empty()) return std::nullopt;
    const Move move = rest_of_turn_.front();
    step_along_turn(task.pos);
    return decided(move, "same search");
  }

  Outcome<Move> search_montecarlo(const Task<G>& task) {
    if (!montecarlo_) montecarlo_ = std::make_unique<montecarlo::MonteCarlo<G>>(switches_.montecarlo, evaluator_);
    return montecarlo_->search(task, control_);
  }

  std::optional<Outcome<Move>> without_search(const Task<G>& task) {
    if (switches_.method == Method::kRandom) {
      const auto moves = make_root_moves<G>(task);
      return decided(moves[random_.below(static_cast<std::uint32_t>(moves.size()))].move, "random");
    }
    if (auto known = next_of_turn(task)) return known;
    if (switches_.random_first && task.pos.ply() == 0 && task.only_moves.empty() && task.limits.lines <= 1) {
      const auto moves = make_root_moves<G>(task);
      return decided(moves[random_.below(static_cast<std::uint32_t>(moves.size()))].move, "random first move");
    }
    if constexpr (game::HasKnownMoves<G>) {
      if (switches_.own_book && task.only_moves.empty()) {
        const Move move = G::opening_move(task.pos);
        if (move != Move{}) return decided(move, "book");
      }
    }
    if (auto solved = solve_endgame(task)) return solved;
    if (auto won = win_by_test(task)) return won;
    return look_two_plies_ahead(task);
  }

  /// What the game's own test sees needs no search, which a small limit might end before it comes to that move.
  std::optional<Outcome<Move>> win_by_test(const Task<G>& task) const {
    if constexpr (game::HasThreats<G>) {
      const bool is_asked = switches_.static_win_test && switches_.objective == Objective::kOutcome &&
                            task.only_moves.empty() && task.limits.lines <= 1;
      const Move winning = is_asked ? G::immediate_win(task.pos) : Move{};
      if (winning != Move{}) return won_at_once(task, winning, 1);
    }
    return std::nullopt;
  }

  /// Rudin 5.3: a move that wins at once is returned. Sweere 5.1: so is the only one that does not lose in two.
  std::optional<Outcome<Move>> look_two_plies_ahead(const Task<G>& task) {
    if (!task.only_moves.empty() || !(switches_.win_return || switches_.precheck_loss_in_two)) return std::nullopt;
    std::uint64_t nodes = 0;
    if (const auto winning = find_winning_move<G>(task.pos, nodes)) return won_at_once(task, *winning, nodes);
    if (!switches_.precheck_loss_in_two) return std::nullopt;
    const auto answer = answer_loss_in_two<G>(task.pos, nodes);
    if (!answer) return std::nullopt;
    Outcome<Move> outcome = decided(*answer, "only move");
    outcome.nodes = nodes;
    outcome.time_ms = control_.elapsed_us() / 1000;
    outcome.depth = 2;
    return outcome;
  }

  Outcome<Move> won_at_once(const Task<G>& task, Move move, std::uint64_t nodes) const {
    Line<Move> line;
    line.depth = line.seldepth = 1;
    line.score = win_value(switches_.win_score, 1);
    line.distance = 1;
    line.nodes = nodes;
    line.time_ms = control_.elapsed_us() / 1000;
    line.pv = {move};
    if (task.on_line) task.on_line(line);
    Outcome<Move> outcome;
    outcome.best = move;
    outcome.nodes = nodes;
    outcome.time_ms = line.time_ms;
    outcome.depth = line.depth;
    outcome.lines.push_back(std::move(line));
    return outcome;
  }

  /// The game's exact solver, where it has one and the end is near. It gets a part of the time, counted in nodes.
  std::optional<Outcome<Move>> solve_endgame(const Task<G>& task) {
    if constexpr (game::HasKnownMoves<G>) {
      const bool is_asked = switches_.endgame && task.only_moves.empty() && task.limits.lines == 1;
      // Monte-Carlo search asks by itself: it plays better in lost positions, and assumes no coalition of the others.
      const bool asks_itself = switches_.method == Method::kGreedy || switches_.method == Method::kMonteCarlo;
      if (!is_asked || asks_itself) return std::nullopt;
      game::EndgameQuestion question;
      question.most_free_cells = switches_.endgame_cells;
      question.wants_margin = switches_.objective == Objective::kMargin;
      question.stop = task.stop;
      question.most_nodes = nodes_for_endgame();
      std::uint64_t spent = 0;
      question.spent = &spent;
      const auto answer = G::answer_endgame(task.pos, question);
      control_.add_nodes_and_check(spent);
      if (!answer) return std::nullopt;
      return solved_outcome(task, *answer);
    }
    return std::nullopt;
  }

  /// Where the solver fails, a search must still have something to spend. 0: no limit.
  std::uint64_t nodes_for_endgame() const {
    std::uint64_t most = control_.node_limit() == 0 ? 0 : std::max<std::uint64_t>(control_.node_limit() / 2, 1);
    // The solver visits some ten nodes in a microsecond: a third of the time at most, what it does beforehand included.
    constexpr std::int64_t kNodesPerMicrosecond = 3;
    const std::int64_t hard_us = control_.budget().hard_us;
    if (hard_us == Budget::kForever) return most;
    const double thinking_us = static_cast<double>(std::max<std::int64_t>(hard_us, 1)) * control_.processor_share();
    const auto in_time = static_cast<std::uint64_t>(thinking_us * kNodesPerMicrosecond) + 1;
    return most == 0 ? in_time : std::min(most, in_time);
  }

  Outcome<Move> solved_outcome(const Task<G>& task, const game::EndgameAnswer<Move>& answer) const {
    Line<Move> line;
    line.score = answer.value;
    line.pv = answer.line;
    line.nodes = control_.nodes();
    line.time_ms = control_.elapsed_us() / 1000;
    line.depth = static_cast<int>(answer.line.size());
    if constexpr (game::HasScores<G>) line.depth = static_cast<int>(task.pos.plies_left());
    line.seldepth = line.depth;
    if (switches_.objective == Objective::kOutcome) {
      line.score = answer.value == 0 ? 0 : answer.value > 0 ? game::win_in(line.depth) : game::loss_in(line.depth);
      line.distance = answer.value == 0 ? 0 : answer.value > 0 ? line.depth : -line.depth;
    }
    if (task.on_line) task.on_line(line);
    Outcome<Move> outcome = decided(answer.line.front(), "endgame");
    outcome.nodes = line.nodes;
    outcome.time_ms = line.time_ms;
    outcome.depth = line.depth;
    outcome.lines.push_back(std::move(line));
    return outcome;
  }

  Outcome<Move> decided(Move move, const char* note) const {
    Outcome<Move> outcome;
    outcome.best = move;
    outcome.note = note;
    return outcome;
  }

  static bool is_lost(const Outcome<Move>& outcome) {
    return !outcome.lines.empty() && outcome.lines.front().score <= -game::kWinBound;
  }

  Outcome<Move> search_to(const Task<G>& task, int depth) {
    if (switches_.method == Method::kMinimax || switches_.method == Method::kAlphaBeta)
      return search_plainly(task, depth);
    if (task.pos.seat_count() > 2 && switches_.multi_player != MultiPlayer::kParanoid) return search_seats(task, depth);
    prepare_table(task);
    prepare_workers();
    std::vector<std::thread> helpers;
    std::vector<Outcome<Move>> found(workers_.size());
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      helpers.emplace_back([this, &task, &found, depth, i] {
        Loop loop(*workers_[i], task, switches_, control_, Loop::Role::kHelper);
        found[i] = loop.run(depth);
        control_.stop();
      });
    }
    Loop loop(*workers_.front(), task, switches_, control_);
    found[0] = loop.run(depth);
    if (!helpers.empty()) control_.stop();
    for (std::thread& helper : helpers) helper.join();
    for (const auto& worker : workers_) counts_ += worker->counts();
    return deepest(task, found);
  }

  /// The result of the thread that finished the greatest depth; of several the first.
  Outcome<Move> deepest(const Task<G>& task, std::vector<Outcome<Move>>& found) const {
    const auto best =
        std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.depth < b.depth; });
    if (best != found.begin() && task.on_line) {
      for (const Line<Move>& line : best->lines) task.on_line(line);
    }
    best->nodes = control_.nodes();
    return std::move(*best);
  }

  Outcome<Move> search_plainly(const Task<G>& task, int depth) {
    using Plain = MinimaxTree<G>;
    const auto prune = switches_.method == Method::kMinimax ? Plain::Prune::kNo : Plain::Prune::kYes;
    Plain tree(switches_, evaluator_, control_, prune);
    Deepening<G, Plain> loop(tree, task, switches_, control_);
    return loop.run(depth);
  }

  Outcome<Move> search_seats(const Task<G>& task, int depth) {
    // These trees have no use for null windows.
    seat_switches_ = switches_;
    seat_switches_.pvs = false;
    seat_switches_.aspiration = false;
    if (switches_.multi_player == MultiPlayer::kMaxN) return search_seats_with<MaxNTree<G>>(task, depth);
    return search_seats_with<BestReplyTree<G>>(task, depth);
  }

  template <class Seats>
  Outcome<Move> search_seats_with(const Task<G>& task, int depth) {
    Seats tree(seat_switches_, evaluator_, control_);
    return Deepening<G, Seats>(tree, task, seat_switches_, control_).run(depth);
  }

  /// Judged by the limits; how many nodes a depth takes is not known.
  bool expects_many_nodes(const Task<G>& task) const {
    constexpr std::uint64_t kManyNodes = 50'000;
    constexpr std::int64_t kLongUs = 50'000;
    return task.limits.depth == 0 && (task.limits.nodes == 0 || task.limits.nodes >= kManyNodes) &&
           control_.budget().hard_us >= kLongUs;
  }

  void prepare_table(const Task<G>& task) {
    arrange_table(task.pos);
    if (expects_many_nodes(task)) table_.expect_many_nodes();
  }

  void arrange_table(const typename G::Position& pos) {
    if (!table_sized_) {
      // Keys by cell tell positions apart by themselves.
      table_.keep_identities(switches_.count_collisions && switches_.hashing != Hashing::kCells &&
                             switches_.tt_replacement != Replacement::kBuckets);
      table_.resize(switches_.tt ? switches_.hash_mb : 1, switches_.tt_replacement);
      table_sized_ = true;
    } else if (switches_.tt_life == TableLife::kSearch ||
               (switches_.tt_life == TableLife::kTurn && is_turn_start(pos))) {
      table_.clear();
    } else {
      table_.age();
    }
  }

  static bool is_turn_start(const typename G::Position& pos) {
    if constexpr (game::HasTurns<G>) return pos.starts_turn();
    return true;
  }

  void prepare_workers() {
    if (workers_are_ready_) return;
    workers_are_ready_ = true;
    const auto threads = static_cast<std::size_t>(switches_.threads);
    BusyMoves* const busy = threads > 1 ? &busy_moves_ : nullptr;
    if (workers_.size() > threads) workers_.resize(threads);
    for (std::size_t i = 0; i < workers_.size(); ++i) workers_[i]->new_game(busy, switches_.seed + i);
    while (workers_.size() < threads) {
      workers_.push_back(
          std::make_unique<Tree>(switches_, evaluator_, table_, control_, busy, switches_.seed + workers_.size()));
    }
  }

  int last_depth(const Task<G>& task) const {
    if (switches_.method == Method::kGreedy) return 1;
    int depth = switches_.max_depth;
    if (task.limits.depth > 0) depth = std::min(depth, task.limits.depth);
    if (switches_.depth_policy == DepthPolicy::kByBranching) {
      game::MoveList<G> moves;
      G::generate_moves(task.pos, moves);
      depth = std::min(depth, rudin_.depth_for(moves.size()));
    }
    return depth;
  }

  /// Playouts have no depth: a limit on depth becomes a number of simulations, so that the search ends, and ends the
  /// same way each time.
  std::uint64_t node_limit(const Task<G>& task) const {
    constexpr std::uint64_t kSimulationsPerPly = 1000;
    if (switches_.method != Method::kMonteCarlo || task.limits.nodes > 0) return task.limits.nodes;
    return kSimulationsPerPly * static_cast<std::uint64_t>(std::max(0, task.limits.depth));
  }

  /// The first clock that a seat shows is its time for the whole game, or what is left of it. A greater one later
  /// belongs to another game, or has increments in it.
  void note_clock(const Task<G>& task) {
    const auto seat = static_cast<std::size_t>(task.pos.to_move());
    const std::int64_t clock_ms = task.limits.clock_ms[seat];
    whole_ms_[seat] = std::max(whole_ms_[seat], clock_ms);
  }

  TimeQuestion time_question(const Task<G>& task) const {
    TimeQuestion question;
    question.limits = task.limits;
    question.seat = static_cast<game::Seat>(task.pos.to_move());
    question.seat_count = static_cast<int>(task.pos.seat_count());
    question.ply = static_cast<int>(task.pos.ply());
    question.whole_ms = whole_ms_[static_cast<std::size_t>(question.seat)];
    if constexpr (game::HasTurns<G>) question.plies_in_turn = switches_.turn_search ? 1 : question.seat_count;
    if constexpr (game::HasScores<G>) {
      int own = question.seat_count;
      if constexpr (game::HasTurns<G>) own *= question.seat_count;
      question.turns_left = (static_cast<int>(task.pos.plies_left()) + own - 1) / own;
    }
    return question;
  }

  Switches switches_;
  Switches seat_switches_;
  typename G::Evaluator evaluator_;
  base::Random random_;
  RudinDepth rudin_;
  std::array<std::int64_t, game::kMaxSeats> whole_ms_{};  ///< clocks at the start of the game; 0: not seen
  Control control_;
  TranspositionTable table_;
  bool table_sized_ = false;
  TableCounts counts_;
  BusyMoves busy_moves_;
  std::vector<std::unique_ptr<Tree>> workers_;
  bool workers_are_ready_ = false;  ///< made, or told to forget the game before, since new_game()
  std::unique_ptr<montecarlo::MonteCarlo<G>> montecarlo_;
  std::vector<Move> rest_of_turn_;  ///< of the last search, where one is made for a whole turn
  game::Key key_in_turn_ = 0;       ///< of the position in which its first move is to be played
};

}  // namespace partita::search
