// What the authors' own programs say of positions (partita lab authors): the columns of each table, written from ours.
#include "games/andantino/author_tables.h"

#include <algorithm>

#include "base/text.h"
#include "games/andantino/andantino.h"
#include "games/andantino/evaluators.h"

namespace partita::games::andantino {

namespace {

constexpr int kAuthorsSide = 10;

base::Parsed<Position> position_after(std::string_view moves) {
  Position pos(Rules{kAuthorsSide, Rules::Kind::kStandard});
  for (const std::string_view text : base::words(moves)) {
    if (pos.is_over()) return base::Error{"move " + base::quoted(text) + ": the game is over before it"};
    const auto move = Notation::read_move(pos, text);
    if (!move) return move.forward_error();
    pos.play(*move);
  }
  if (pos.is_over()) return base::Error{"the game is over after these moves"};
  return pos;
}

MoveList legal_moves(const Position& pos) {
  MoveList moves;
  Andantino::generate_moves(pos, moves);
  return moves;
}

/// cell:row,five,component,enclosing,chain,wins of every legal move.
base::Parsed<std::string> aboukhadra_row(std::string_view moves) {
  const auto start = position_after(moves);
  if (!start) return start.forward_error();
  std::string text;
  for (const Move move : legal_moves(*start)) {
    Position pos = *start;
    const std::string name = Notation::write_move(pos, move);
    pos.play(move);
    const AboukhadraTerms t = aboukhadra_program_terms(pos, move.cell);
    const bool wins = pos.is_over() && pos.payoff(start->to_move()) == game::kPoint;
    text += base::format("%s%s:%d,%d,%d,%d,%d,%d", text.empty() ? "" : " ", name.c_str(), t.longest_row, t.sum_of_rows,
                         t.component, t.enclosing, t.chain, wins ? 1 : 0);
  }
  return text;
}

/// Side to move; cell:neighbours,groups of every legal move, by column and then row, from White's view.
base::Parsed<std::string> sweere_row(std::string_view moves) {
  const auto start = position_after(moves);
  if (!start) return start.forward_error();
  MoveList legal = legal_moves(*start);
  std::stable_sort(legal.begin(), legal.end(), [](Move a, Move b) { return column_of(a.cell) < column_of(b.cell); });
  std::string text = start->mover() == Colour::kWhite ? "1\t" : "-1\t";
  bool is_first = true;
  for (const Move move : legal) {
    Position pos = *start;
    const std::string name = Notation::write_move(pos, move);
    pos.play(move);
    text += base::format("%s%s:%d,%d", is_first ? "" : " ", name.c_str(),
                         static_cast<int>(evaluate_sweere_neighbours_program(pos, 0, {})),
                         static_cast<int>(evaluate_sweere_groups_program(pos, 0, {})));
    is_first = false;
  }
  return text;
}

/// Fn1 with the bot (the side to move) to move and with the other; Fn2 likewise.
base::Parsed<std::string> rao_row(std::string_view moves) {
  const auto pos = position_after(moves);
  if (!pos) return pos.forward_error();
  const Colour bot = pos->mover();
  return base::format("%d\t%d\t%d\t%d", rao_fn1_program(*pos, bot, bot), rao_fn1_program(*pos, bot, other(bot)),
                      rao_fn2_program(*pos, bot, bot), rao_fn2_program(*pos, bot, other(bot)));
}

}  // namespace

std::vector<game::AuthorTable> author_tables() {
  game::AuthorTable ata_terms{"ata_terms", "aboukhadra", 2,
                              "cell:row,five,component,enclosing,chain,wins for every legal move", aboukhadra_row};
  game::AuthorTable ata_search{"ata_search", "aboukhadra", 10, "value, move and states at depths 1, 2 and 3"};
  ata_search.engine = "aboukhadra-alphabeta,as=program";
  ata_search.depths = {1, 2, 3};
  ata_search.has_move_and_states = true;
  game::AuthorTable sam_static{"sam_static", "sweere", 3, "side to move, cell:neighbours,groups for every legal move",
                               sweere_row};
  game::AuthorTable sam_search{"sam_search", "sweere", 4, "side to move, value at depths 2 and 3"};
  // His search of one depth, without what his program does around it.
  sam_search.engine =
      "sweere-neighbours,as=program,iterative_deepening=off,tt=off,win_stop=off,loss_fallback=off,"
      "precheck_loss_in_two=off";
  sam_search.depths = {2, 3};
  sam_search.win = 100;
  sam_search.names_side = true;
  game::AuthorTable rao_static{"rao_static", "rao", 5, "Fn1 with the bot and with the other to move, Fn2 likewise",
                               rao_row};
  return {ata_terms, ata_search, sam_static, sam_search, rao_static};
}

}  // namespace partita::games::andantino
