// A game whose move lists are long and whose lines are longer: what a search keeps on the stack for each ply must fit
// into a thread's stack all the same.
#include <gtest/gtest.h>
#include <pthread.h>

#include "board/zobrist.h"
#include "game/concept.h"
#include "game/refinements.h"
#include "search/engine.h"

namespace partita::search {
namespace {

/// Two players walk along a corridor of 400 steps; every position has exactly one move, which threatens to win and so
/// extends the search. Nothing of that is interesting but the size of the list and the length of the line.
struct Corridor {
  static constexpr std::string_view kName = "corridor";
  static constexpr std::string_view kTitle = "Corridor";
  static constexpr std::size_t kMaxMoves = 2500;
  static constexpr std::size_t kHistorySlots = 2;
  static constexpr int kLength = 400;

  struct Move {
    std::uint8_t step = 0;
    friend bool operator==(Move, Move) = default;
  };
  struct Undo {};
  struct Rules {};
  struct Position {
    std::uint16_t walked = 0;

    game::Seat to_move() const { return walked & 1; }
    int seat_count() const { return 2; }
    int ply() const { return walked; }
    bool is_over() const { return walked == kLength; }
    int payoff(game::Seat seat) const { return seat == 0 ? game::kPoint : 0; }
    game::Key key() const { return board::zobrist(77, 1, walked); }
    game::Key recomputed_key() const { return key(); }
    Undo play(Move) {
      ++walked;
      return {};
    }
    void retract(Move, const Undo&) { --walked; }
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Notation {
    static std::string write_move(const Position&, Move) { return "on"; }
    static base::Parsed<Move> read_move(const Position&, std::string_view) { return Move{1}; }
    static std::string write_position(const Position& pos) { return std::to_string(pos.walked); }
    static base::Parsed<Position> read_position(const Rules&, std::string_view) { return Position{}; }
    static std::string ending(const Position& pos) { return pos.is_over() ? "end" : ""; }
  };
  struct Evaluator {
    static std::span<const game::Named> names() {
      static constexpr game::Named kNames[] = {{"none", "0"}};
      return kNames;
    }
    static base::Parsed<Evaluator> named(std::string_view) { return Evaluator{}; }
    game::Score evaluate(const Position&, game::Seat, const game::EvalContext<Move>&) const { return 0; }
  };

  static std::vector<base::OptionSpec> rule_options() { return {}; }
  static base::Parsed<Rules> make_rules(const base::OptionValues&) { return Rules{}; }
  static base::OptionValues rule_values(const Rules&) { return {}; }
  static Position initial(const Rules&) { return {}; }
  static void generate_moves(const Position&, game::MoveList<Corridor>& list) { list.push_back({1}); }
  static std::size_t history_slot(const Position& pos, Move) { return pos.to_move(); }
  static Move immediate_win(const Position&) { return {}; }
  static game::Threat forced_replies(const Position&, game::MoveList<Corridor>& list) {
    list.push_back({1});
    return game::Threat::kForced;
  }
  static std::string seat_name(const Position&, game::Seat) { return "walker"; }
  static game::BoardView view(const Position&) { return {}; }
  static std::vector<std::string> move_path(const Position&, Move) { return {"on"}; }
  static std::vector<std::string> scores(const Position&) { return {}; }
};

/// Searches to depth 100; every ply of the corridor is forced, so that even depth 1 follows it as far as lines may go.
void* walk(void* depth_reached) {
  Switches switches;
  switches.tt = false;
  Engine<Corridor> engine(switches, Corridor::Evaluator{});
  Task<Corridor> task;
  task.limits.depth = 100;
  *static_cast<int*>(depth_reached) = engine.search(task).depth;
  return nullptr;
}

TEST(WideGame, ALongLineFitsIntoAThreadsStack) {
  static_assert(game::Game<Corridor>);
  // 240 plies of lists and keys of 2,500 moves would take nearly 5 MiB. Threads often have 8 MiB, and some have less.
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{4} << 20U), 0);
  pthread_t thread{};
  int depth_reached = 0;
  ASSERT_EQ(pthread_create(&thread, &attributes, walk, &depth_reached), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  EXPECT_EQ(depth_reached, 100);
}

}  // namespace
}  // namespace partita::search
