#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "board/zobrist.h"
#include "game/concept.h"
#include "game/refinements.h"

/// A game whose move lists are long and whose lines are longer: what a search keeps on the stack for each ply must fit
/// into a thread's stack all the same.
namespace partita::kit {

/// Two players walk along a corridor; whoever gives up loses, and at its end the first has won. Nothing of that is
/// interesting but the room that its move lists take and the length of its lines.
template <int kLength>
struct Corridor {
  static constexpr std::string_view kName = "corridor";
  static constexpr std::string_view kTitle = "Corridor";
  static constexpr std::size_t kMaxMoves = 2500;
  static constexpr std::size_t kHistorySlots = 4;

  struct Move {
    std::uint32_t step = 0;  ///< 1: on, 2: give up. Four bytes, the most a move may have
    friend bool operator==(Move, Move) = default;
  };
  struct Undo {};
  struct Rules {};
  struct Position {
    std::uint16_t walked = 0;
    bool has_given_up = false;

    game::Seat to_move() const { return walked & 1; }
    int seat_count() const { return 2; }
    int ply() const { return walked; }
    bool is_over() const { return has_given_up || walked == kLength; }
    int payoff(game::Seat seat) const {
      const game::Seat winner = has_given_up ? to_move() : 0;  // the other one has given up
      return seat == winner ? game::kPoint : 0;
    }
    game::Key key() const { return board::zobrist(77, has_given_up ? 2 : 1, walked); }
    game::Key recomputed_key() const { return key(); }
    Undo play(Move move) {
      has_given_up = move.step == 2;
      ++walked;
      return {};
    }
    void retract(Move, const Undo&) {
      has_given_up = false;
      --walked;
    }
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Notation {
    static std::string write_move(const Position&, Move move) { return move.step == 1 ? "on" : "resign"; }
    static base::Parsed<Move> read_move(const Position&, std::string_view text) { return Move{text == "on" ? 1U : 2U}; }
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
  static Rules rules_of(const Position&) { return {}; }
  static Position initial(const Rules&) { return {}; }
  static void generate_moves(const Position&, base::FixedVector<Move, kMaxMoves>& list) {
    list.push_back({2});
    list.push_back({1});
  }
  static std::size_t history_slot(const Position& pos, Move move) { return (move.step & 1) * 2 + pos.to_move(); }
  static std::string seat_name(const Position&, game::Seat) { return "walker"; }
  static game::BoardView view(const Position&) { return {}; }
  static std::vector<std::string> move_path(const Position&, Move) { return {"on"}; }
  static std::vector<std::string> scores(const Position&) { return {}; }
};

/// The same where nobody can give up: every ply is forced, so that even depth 1 follows a line as far as lines may go.
template <int kLength>
struct ForcedCorridor : Corridor<kLength> {
  using typename Corridor<kLength>::Move;
  using typename Corridor<kLength>::Position;
  using List = base::FixedVector<Move, Corridor<kLength>::kMaxMoves>;

  static void generate_moves(const Position&, List& list) { list.push_back({1}); }
  static Move immediate_win(const Position&) { return {}; }
  static game::Threat forced_replies(const Position&, List& list) {
    list.push_back({1});
    return game::Threat::kForced;
  }
};

/// Runs the work on a thread that has this much stack and no more.
inline void run_on_stack(std::size_t bytes, const std::function<void()>& work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread{};
  const auto start = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  // NOLINTNEXTLINE: the thread only reads it, and is joined below
  ASSERT_EQ(pthread_create(&thread, &attributes, start, const_cast<std::function<void()>*>(&work)), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

}  // namespace partita::kit
