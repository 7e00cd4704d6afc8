#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "board/zobrist.h"
#include "game/concept.h"
#include "game/profile.h"
#include "game/refinements.h"

/// Domineering, written by following docs/adding-a-game.md: one header, no refinements. Vertical and
/// Horizontal put dominoes on a rectangle of squares in turn, each in its own direction; whoever cannot, loses.
namespace partita::games::domineering {

struct Domineering {
  static constexpr std::string_view kName = "domineering";
  static constexpr std::string_view kTitle = "Domineering";
  static constexpr int kMinEdge = 2;
  static constexpr int kMaxEdge = 8;
  static constexpr int kMaxCells = kMaxEdge * kMaxEdge;
  static constexpr std::size_t kMaxMoves = kMaxCells;
  static constexpr std::size_t kHistorySlots = 2 * kMaxCells;
  /// Nothing has been measured.
  static const game::Profile& profile() {
    static const game::Profile kNone;
    return kNone;
  }

  /// The upper or left square of the domino; its direction is the mover's.
  struct Move {
    std::uint8_t cell = 255;
    friend bool operator==(Move, Move) = default;
  };
  struct Undo {};
  struct Rules {
    int rows = 8;
    int columns = 8;
  };

  class Position {
   public:
    explicit Position(const Rules& rules)
        : rows_(static_cast<std::uint8_t>(rules.rows)),
          columns_(static_cast<std::uint8_t>(rules.columns)),
          key_(recomputed_key()) {}

    Rules rules() const { return {rows_, columns_}; }
    int cell_count() const { return rows_ * columns_; }
    /// 0 empty, 1 + seat otherwise.
    int at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
    game::Seat to_move() const { return ply_ & 1; }
    int seat_count() const { return 2; }
    int ply() const { return ply_; }
    bool is_over() const { return !has_move(to_move()); }
    /// REQUIRES: is_over(). Whoever moved last wins.
    int payoff(game::Seat seat) const { return seat == to_move() ? 0 : game::kPoint; }
    game::Key key() const { return key_; }
    /// The dominoes tell the mover.
    game::Key recomputed_key() const {
      game::Key key = board::zobrist(kSalt, rows_, columns_);
      for (int cell = 0; cell < cell_count(); ++cell) {
        if (at(cell) != 0) key ^= half_key(at(cell), cell);
      }
      return key;
    }

    Undo play(Move move) {
      paint(move, 1 + to_move());
      ++ply_;
      return {};
    }
    void retract(Move move, const Undo&) {
      --ply_;
      paint(move, 0);
    }

    bool can_place(int cell, game::Seat seat) const {
      const bool fits = seat == 0 ? cell / columns_ + 1 < rows_ : cell % columns_ + 1 < columns_;
      return fits && at(cell) == 0 && at(cell + step(seat)) == 0;
    }
    bool has_move(game::Seat seat) const {
      for (int cell = 0; cell < cell_count(); ++cell) {
        if (can_place(cell, seat)) return true;
      }
      return false;
    }
    int move_count(game::Seat seat) const {
      int count = 0;
      for (int cell = 0; cell < cell_count(); ++cell) count += can_place(cell, seat) ? 1 : 0;
      return count;
    }
    friend bool operator==(const Position&, const Position&) = default;

   private:
    static constexpr std::uint64_t kSalt = 0x646F6D;
    static game::Key half_key(int owner, int cell) {
      return board::zobrist(kSalt, 100U + static_cast<std::uint32_t>(owner), static_cast<std::uint32_t>(cell));
    }
    int step(game::Seat seat) const { return seat == 0 ? columns_ : 1; }
    /// Both halves of the mover's domino get this owner, 0 for none.
    void paint(Move move, int owner) {
      for (const int cell : {int{move.cell}, move.cell + step(to_move())}) {
        key_ ^= half_key(1 + to_move(), cell);
        cells_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(owner);
      }
    }

    std::array<std::uint8_t, kMaxCells> cells_{};
    std::uint8_t rows_;
    std::uint8_t columns_;
    std::uint8_t ply_ = 0;
    game::Key key_;
  };

  struct Notation {
    static std::string cell_name(const Position& pos, int cell) {
      const int columns = pos.rules().columns;
      return std::string(1, static_cast<char>('a' + cell % columns)) + std::to_string(1 + cell / columns);
    }
    static std::string write_move(const Position& pos, Move move) { return cell_name(pos, move.cell); }
    static base::Parsed<Move> read_move(const Position& pos, std::string_view text) {
      for (int cell = 0; cell < pos.cell_count(); ++cell) {
        if (pos.can_place(cell, pos.to_move()) && cell_name(pos, cell) == text) {
          return Move{static_cast<std::uint8_t>(cell)};
        }
      }
      return base::Error{base::quoted(text) + " is not the upper or left square of a place for a domino"};
    }
    /// "V2/V2/1HH v": rows from row 1 on with runs of empty squares, and the mover.
    static std::string write_position(const Position& pos) {
      std::string text;
      int empty = 0;
      const auto write_empty = [&] { text += empty > 0 ? std::to_string(std::exchange(empty, 0)) : ""; };
      for (int cell = 0; cell < pos.cell_count(); ++cell) {
        if (cell > 0 && cell % pos.rules().columns == 0) {
          write_empty();
          text += '/';
        }
        if (pos.at(cell) == 0) {
          ++empty;
        } else {
          write_empty();
          text += " VH"[pos.at(cell)];
        }
      }
      write_empty();
      return text + (pos.to_move() == 0 ? " v" : " h");
    }
    static base::Parsed<Position> read_position(const Rules&, std::string_view text) {
      const auto parts = base::words(text);
      if (parts.size() != 2 || (parts[1] != "v" && parts[1] != "h")) {
        return base::Error{"expected 'ROWS MOVER', as in 'V2/V2/1HH v'"};
      }
      std::string cells;
      int columns = 0;
      const auto rows = base::split(parts[0], '/');
      for (const std::string_view row : rows) {
        auto read = read_row(row);
        if (!read) return read.forward_error();
        if (!cells.empty() && static_cast<int>(read->size()) != columns) {
          return base::Error{"the rows differ in length"};
        }
        columns = static_cast<int>(read->size());
        cells += *read;
      }
      if (rows.size() < kMinEdge || rows.size() > kMaxEdge) return base::Error{"expected 2 to 8 rows"};
      return placed({static_cast<int>(rows.size()), columns}, cells, parts[1] == "v" ? 0 : 1);
    }
    static std::string ending(const Position& pos) { return pos.is_over() ? "no-move" : ""; }

   private:
    static base::Parsed<std::string> read_row(std::string_view row) {
      std::string cells;
      for (const char c : row) {
        if (c == 'V' || c == 'H') {
          cells += c;
        } else if (c >= '1' && c <= '8') {
          cells.append(static_cast<std::size_t>(c - '0'), ' ');
        } else {
          return base::Error{"expected V, H or a number of empty squares, found " + base::quoted({&c, 1})};
        }
      }
      if (cells.size() < kMinEdge || cells.size() > kMaxEdge) return base::Error{"a row has 2 to 8 squares"};
      return cells;
    }
    /// Plays the dominoes in turn. Two dominoes end to end may be cut anywhere: the first half met is the upper or
    /// left.
    static base::Parsed<Position> placed(const Rules& rules, std::string cells, game::Seat mover) {
      Position pos(rules);
      std::array<std::vector<Move>, 2> dominoes;
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (cells[cell] == ' ') continue;
        const game::Seat seat = cells[cell] == 'V' ? 0 : 1;
        const std::size_t other = cell + (seat == 0 ? static_cast<std::size_t>(rules.columns) : 1);
        if (!pos.can_place(static_cast<int>(cell), seat) || cells[other] != cells[cell]) {
          return base::Error{"half a domino on " + cell_name(pos, static_cast<int>(cell))};
        }
        cells[other] = ' ';
        dominoes[seat].push_back(Move{static_cast<std::uint8_t>(cell)});
      }
      if (dominoes[0].size() != dominoes[1].size() + mover) {
        return base::Error{"the mover does not fit the numbers of dominoes"};
      }
      const std::size_t count = dominoes[0].size() + dominoes[1].size();
      for (std::size_t i = 0; i < count; ++i) pos.play(dominoes[i % 2][i / 2]);
      return pos;
    }
  };

  /// "mobility": places for my dominoes minus places for the other's.
  struct Evaluator {
    static std::span<const game::Named> names() {
      static constexpr game::Named kNames[] = {{"mobility", "places for a domino, mine minus the other's"}};
      return kNames;
    }
    static base::Parsed<Evaluator> named(std::string_view name) {
      if (name == "mobility") return Evaluator{};
      return base::Error{"unknown evaluator " + base::quoted(name)};
    }
    game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
      const game::Seat other = seat ^ 1;
      return 100 * (pos.move_count(seat) - pos.move_count(other));
    }
  };

  static std::vector<base::OptionSpec> rule_options() {
    return {base::spin_option("rows", 8, kMinEdge, kMaxEdge, "rows of the board"),
            base::spin_option("columns", 8, kMinEdge, kMaxEdge, "columns of the board")};
  }
  static base::Parsed<Rules> make_rules(const base::OptionValues& values) {
    const auto specs = rule_options();
    return Rules{static_cast<int>(base::int_value_of(specs, values, "rows")),
                 static_cast<int>(base::int_value_of(specs, values, "columns"))};
  }
  static base::OptionValues rule_values(const Rules& rules) {
    return {{"rows", std::to_string(rules.rows)}, {"columns", std::to_string(rules.columns)}};
  }
  static Rules rules_of(const Position& pos) { return pos.rules(); }
  static Position initial(const Rules& rules) { return Position(rules); }
  static void generate_moves(const Position& pos, base::FixedVector<Move, kMaxMoves>& list) {
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.can_place(cell, pos.to_move())) list.push_back(Move{static_cast<std::uint8_t>(cell)});
    }
  }
  static std::size_t history_slot(const Position& pos, Move move) { return move.cell * 2U + pos.to_move(); }

  static std::string seat_name(const Position&, game::Seat seat) { return seat == 0 ? "Vertical" : "Horizontal"; }
  static game::BoardView view(const Position& pos) {
    game::BoardView view;
    view.shape = game::BoardView::Shape::kSquare;
    view.pieces = {{'V', "vertical domino", 0, game::PieceColour::kRed},
                   {'H', "horizontal domino", 1, game::PieceColour::kBlue}};
    const int columns = pos.rules().columns;
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      view.cells.push_back({Notation::cell_name(pos, cell), static_cast<double>(cell % columns),
                            static_cast<double>(cell / columns), " VH"[pos.at(cell)], ""});
    }
    return view;
  }
  static std::vector<std::string> move_path(const Position& pos, Move move) {
    return {Notation::write_move(pos, move)};
  }
  static std::vector<std::string> scores(const Position&) { return {}; }
};

static_assert(game::Game<Domineering>);

}  // namespace partita::games::domineering
