#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "board/zobrist.h"
#include "game/refinements.h"

/// Tic-tac-toe on 2x2, 3x3 or 4x4 squares (a full line of own stones wins): the smallest Game that has everything a
/// search or a solver looks for, so that those rooms can be tested without a real game. 2x2 is a win for the first
/// player in three plies, 3x3 and 4x4 are draws.
namespace partita::kit {

/// With keys of fewer bits many positions share one: what must not rest on keys alone is tried with these.
template <int kKeyBits>
struct TicTacToeOfKeys {
  static constexpr std::string_view kName = "tictactoe";
  static constexpr std::string_view kTitle = "Tic-tac-toe";
  static constexpr std::size_t kMaxMoves = 16;
  static constexpr std::size_t kHistorySlots = 32;
  static constexpr int kMaxSize = 4;

  struct Move {
    std::uint8_t cell = 255;  ///< row * size + column, rows from the top
    friend bool operator==(Move, Move) = default;
  };
  struct Undo {};
  struct Rules {
    int size = 3;
  };

  class Position {
   public:
    explicit Position(int size = 3) : size_(static_cast<std::uint8_t>(size)), key_(whole_key()) {}

    game::Seat to_move() const { return ply_ & 1; }
    int seat_count() const { return 2; }
    int ply() const { return ply_; }
    int size() const { return size_; }
    int cell_count() const { return size_ * size_; }
    /// 0 empty, 1 + seat otherwise.
    int at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
    int winner() const { return winner_; }
    bool is_over() const { return winner_ >= 0 || ply_ - passes_ == cell_count(); }
    int payoff(game::Seat seat) const {
      if (winner_ < 0) return game::kPoint / 2;
      return winner_ == seat ? game::kPoint : 0;
    }
    game::Key key() const { return key_ >> (64 - kKeyBits); }
    game::Key recomputed_key() const { return whole_key() >> (64 - kKeyBits); }

    Undo play(Move move) {
      put(move.cell, to_move());
      if (completes_line(move.cell)) winner_ = static_cast<std::int8_t>(ply_ & 1);
      ++ply_;
      return {};
    }
    void retract(Move move, const Undo&) {
      --ply_;
      winner_ = -1;
      key_ ^= stone_key(to_move(), move.cell);
      cells_[move.cell] = 0;
    }
    bool can_pass() const { return !is_over(); }
    /// For null-move searches only: the stones no longer tell the mover, so the key is marked.
    Undo pass() {
      ++ply_;
      ++passes_;
      key_ ^= kPassKey;
      return {};
    }
    void retract_pass(const Undo&) {
      --ply_;
      --passes_;
      key_ ^= kPassKey;
    }

    /// Whether a line through `cell` is filled with the colour that stands on it.
    bool completes_line(int cell) const {
      const int row = cell / size_;
      const int column = cell % size_;
      return is_full_line(row * size_, 1, at(cell)) || is_full_line(column, size_, at(cell)) ||
             (row == column && is_full_line(0, size_ + 1, at(cell))) ||
             (row + column == size_ - 1 && is_full_line(size_ - 1, size_ - 1, at(cell)));
    }
    /// Whether `seat` would win by a stone on the empty `cell`.
    bool wins_at(int cell, game::Seat seat) const {
      Position tried = *this;
      tried.put(cell, seat);
      return tried.completes_line(cell);
    }
    friend bool operator==(const Position&, const Position&) = default;

   private:
    static constexpr std::uint64_t kSalt = 0x7474;
    static constexpr game::Key kPassKey = board::zobrist(kSalt, 8, 0);
    game::Key whole_key() const {
      game::Key key = board::zobrist(kSalt, 9, size_) ^ (passes_ % 2 == 1 ? kPassKey : 0);
      for (int cell = 0; cell < cell_count(); ++cell) {
        if (at(cell) != 0) key ^= stone_key(at(cell) - 1, cell);
      }
      return key;
    }
    static game::Key stone_key(int seat, int cell) {
      return board::zobrist(kSalt, static_cast<std::uint32_t>(seat), static_cast<std::uint32_t>(cell));
    }
    void put(int cell, game::Seat seat) {
      cells_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(seat + 1);
      key_ ^= stone_key(seat, cell);
    }
    bool is_full_line(int first, int step, int colour) const {
      for (int i = 0; i < size_; ++i) {
        if (at(first + i * step) != colour) return false;
      }
      return true;
    }

    std::array<std::uint8_t, kMaxSize * kMaxSize> cells_{};
    std::uint8_t size_ = 3;
    std::uint8_t ply_ = 0;
    std::uint8_t passes_ = 0;
    std::int8_t winner_ = -1;
    game::Key key_ = 0;
  };

  struct Notation {
    static std::string cell_name(const Position& pos, int cell) {
      return std::string(1, static_cast<char>('a' + cell % pos.size())) +
             std::to_string(pos.size() - cell / pos.size());
    }
    static std::string write_move(const Position& pos, Move move) { return cell_name(pos, move.cell); }
    static base::Parsed<Move> read_move(const Position& pos, std::string_view text) {
      for (int cell = 0; cell < pos.cell_count() && !pos.is_over(); ++cell) {
        if (pos.at(cell) == 0 && cell_name(pos, cell) == text) return Move{static_cast<std::uint8_t>(cell)};
      }
      return base::Error{base::quoted(text) + " is not an empty square"};
    }
    /// "3 1X1/3/2O x": size, rows from the top with runs of empty squares, mover.
    static std::string write_position(const Position& pos) {
      std::string text = std::to_string(pos.size()) + " ";
      for (int row = 0; row < pos.size(); ++row) {
        if (row > 0) text += '/';
        int empty = 0;
        for (int column = 0; column < pos.size(); ++column) {
          const int stone = pos.at(row * pos.size() + column);
          if (stone == 0) {
            ++empty;
            continue;
          }
          if (empty > 0) text += std::to_string(std::exchange(empty, 0));
          text += stone == 1 ? 'X' : 'O';
        }
        if (empty > 0) text += std::to_string(empty);
      }
      return text + (pos.to_move() == 0 ? " x" : " o");
    }
    static base::Parsed<Position> read_position(const Rules& rules, std::string_view text) {
      const auto parts = base::words(text);
      if (parts.size() != 3 || base::read_int(parts[0]) != rules.size) return base::Error{"expected 'size rows mover'"};
      std::array<std::vector<int>, 2> stones;
      int cell = 0;
      for (const std::string_view row : base::split(parts[1], '/')) {
        for (const char c : row) {
          if (c == 'X' || c == 'O')
            stones[c == 'O' ? 1 : 0].push_back(cell++);
          else if (c >= '1' && c <= '4')
            cell += c - '0';
          else
            return base::Error{"expected X, O or a number of empty squares"};
        }
        if (cell % rules.size != 0 || cell > rules.size * rules.size) return base::Error{"a row has the wrong length"};
      }
      if (cell != rules.size * rules.size) return base::Error{"wrong number of rows"};
      return placed(rules, stones, parts[2]);
    }
    static std::string ending(const Position& pos) {
      if (!pos.is_over()) return "";
      return pos.winner() >= 0 ? "line" : "full";
    }

   private:
    static base::Parsed<Position> placed(const Rules& rules, const std::array<std::vector<int>, 2>& stones,
                                         std::string_view mover) {
      const std::size_t lead = stones[0].size() - stones[1].size();
      if (lead > 1 || mover != (lead == 0 ? "x" : "o")) return base::Error{"the mover does not fit the stones"};
      Position pos(rules.size);
      for (std::size_t i = 0; i < stones[0].size() + stones[1].size(); ++i) {
        pos.play(Move{static_cast<std::uint8_t>(stones[i % 2][i / 2])});
      }
      if (pos.winner() == pos.to_move()) return base::Error{"the mover has a full line already"};
      return pos;
    }
  };

  /// "lines": lines still open to me minus lines open to the other; "none": always 0.
  struct Evaluator {
    bool counts_lines = true;

    static std::span<const game::Named> names() {
      static constexpr game::Named kNames[] = {{"lines", "open lines, mine minus theirs"}, {"none", "always 0"}};
      return kNames;
    }
    static base::Parsed<Evaluator> named(std::string_view name) {
      if (name == "lines") return Evaluator{true};
      if (name == "none") return Evaluator{false};
      return base::Error{"unknown evaluator " + base::quoted(name)};
    }
    game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
      if (!counts_lines) return 0;
      const int size = pos.size();
      game::Score score = open(pos, 0, size + 1) + open(pos, size - 1, size - 1);
      for (int i = 0; i < size; ++i) score += open(pos, i * size, 1) + open(pos, i, size);
      return seat == 0 ? score : -score;
    }

   private:
    static int open(const Position& pos, int first, int step) {
      bool has_x = false;
      bool has_o = false;
      for (int i = 0; i < pos.size(); ++i) {
        has_x = has_x || pos.at(first + i * step) == 1;
        has_o = has_o || pos.at(first + i * step) == 2;
      }
      return (has_o ? 0 : 1) - (has_x ? 0 : 1);
    }
  };

  static std::vector<base::OptionSpec> rule_options() {
    return {base::spin_option("size", 3, 2, kMaxSize, "squares per edge")};
  }
  static base::Parsed<Rules> make_rules(const base::OptionValues& values) {
    return Rules{static_cast<int>(base::int_value_of(rule_options(), values, "size"))};
  }
  static base::OptionValues rule_values(const Rules& rules) { return {{"size", std::to_string(rules.size)}}; }
  static Rules rules_of(const Position& pos) { return {pos.size()}; }
  static Position initial(const Rules& rules) { return Position(rules.size); }
  static void generate_moves(const Position& pos, game::MoveList<TicTacToeOfKeys>& list) {
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 0) list.push_back(Move{static_cast<std::uint8_t>(cell)});
    }
  }
  static std::size_t history_slot(const Position& pos, Move move) { return move.cell * 2u + pos.to_move(); }

  static std::string seat_name(const Position&, game::Seat seat) { return seat == 0 ? "X" : "O"; }
  static game::BoardView view(const Position& pos) {
    game::BoardView view;
    view.shape = game::BoardView::Shape::kSquare;
    view.pieces = {{'X', "cross", 0}, {'O', "nought", 1}};
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      view.cells.push_back({Notation::cell_name(pos, cell), static_cast<double>(cell % pos.size()),
                            static_cast<double>(cell / pos.size()), " XO"[pos.at(cell)], ""});
    }
    return view;
  }
  static std::vector<std::string> move_path(const Position& pos, Move move) {
    return {Notation::write_move(pos, move)};
  }
  static std::vector<std::string> scores(const Position&) { return {}; }

  static Move immediate_win(const Position& pos) {
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 0 && pos.wins_at(cell, pos.to_move())) return Move{static_cast<std::uint8_t>(cell)};
    }
    return {};
  }
  static game::Threat forced_replies(const Position& pos, game::MoveList<TicTacToeOfKeys>& list) {
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 0 && pos.wins_at(cell, pos.to_move() ^ 1))
        list.push_back(Move{static_cast<std::uint8_t>(cell)});
    }
    if (list.empty()) return game::Threat::kNone;
    return list.size() == 1 ? game::Threat::kForced : game::Threat::kLost;
  }

  static int symmetry_count(const Position&) { return 8; }
  static int image_cell(int size, int cell, int symmetry) {
    int row = cell / size;
    int column = cell % size;
    if (symmetry >= 4) std::swap(row, column);
    for (int turns = symmetry % 4; turns > 0; --turns) {
      const int old_row = row;
      row = column;
      column = size - 1 - old_row;
    }
    return row * size + column;
  }
  static Position image(const Position& pos, int symmetry) {
    std::array<std::vector<int>, 2> stones;
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) != 0)
        stones[static_cast<std::size_t>(pos.at(cell) - 1)].push_back(image_cell(pos.size(), cell, symmetry));
    }
    Position result(pos.size());
    for (std::size_t i = 0; i < stones[0].size() + stones[1].size(); ++i) {
      result.play(Move{static_cast<std::uint8_t>(stones[i % 2][i / 2])});
    }
    return result;
  }
  static Move image(const Position& pos, Move move, int symmetry) {
    return Move{static_cast<std::uint8_t>(image_cell(pos.size(), move.cell, symmetry))};
  }
};

using TicTacToe = TicTacToeOfKeys<64>;
static_assert(game::Game<TicTacToe>);

}  // namespace partita::kit
