// The page of Aboukhadra's report.
#include <algorithm>

#include "base/text.h"
#include "lab/page_parts.h"
#include "lab/report_numbers.h"

namespace partita::lab {

namespace {

std::string aboukhadra_rows() {
  return markdown_table(
      {{"§", "the report", "here", "try it"},
       {"1", "{title} on a board of side 10", "[the game](../games/{game}.md)", "`partita play {game}`"},
       {"2.1", "a window; cells by a letter and a number, the middle is J10; undo", "the same names of cells",
        "`partita inspect --game {game}`"},
       {"2.1", "White's first stone is placed at random where the engine is White", "`random_first`",
        "`partita go --game {game} --preset aboukhadra-tt-killers-id`"},
       {"2.2", "a random agent to test with", "`random`", "`partita play {game} --seats human/random`"},
       {"2.3", "losing moves: into an empty trap", "the rules' `suicide`", ""},
       {"3.1", "minimax", "`aboukhadra-minimax`", "`partita go --game {game} --preset aboukhadra-minimax`"},
       {"3.2", "alpha-beta; negamax", "`aboukhadra-alphabeta`, `aboukhadra-negamax`",
        "`partita go --game {game} --preset aboukhadra-alphabeta`"},
       {"3.3", "iterative deepening, the root's moves ordered by the last depth, three seconds a move",
        "`aboukhadra-id`, `time_manager=aboukhadra`", "`partita go --game {game} --preset aboukhadra-id`"},
       {"3.4", "transposition tables, alone and with deepening; no ordering by them",
        "`aboukhadra-tt`, `aboukhadra-tt-id` (`tt_move=off`)", "`partita go --game {game} --preset aboukhadra-tt-id`"},
       {"3.4, 3.5", "his program prints hits, errors and effective killer moves after every search",
        "`count_collisions`: the table's line of `go`, UGI and the page",
        "`partita go --game {game} --preset aboukhadra-tt-killers-id --nodes 100000`"},
       {"3.5", "two killer moves a depth; his tournament engine", "`aboukhadra-tt-killers`, `aboukhadra-tt-killers-id`",
        "`partita play {game} --seats human/aboukhadra-tt-killers-id`"},
       {"4", "wins of 500 less their depth; nothing outscores them", "`win_score=aboukhadra`", ""},
       {"4.1–4.4", "rows, their sum, the component, the enclosing value, the chain, all of the last move",
        "`evaluator=aboukhadra`", "`partita go --game {game} --preset greedy,evaluator=aboukhadra`"},
       {"6", "future work: ordering by the table and history at all nodes", "`tt_move`, `history`",
        "`partita go … --preset aboukhadra-tt-id,tt_move=on`"}});
}

std::string depth_cell(const ReportTable* table, const std::string& preset, const std::string& stage) {
  if (table == nullptr) return "–";
  for (const auto& row : table->rows) {
    if (word_in(*table, row, "strategy") != preset || word_in(*table, row, "stage") != stage) continue;
    return base::format("%.1f ± %.1f", number_in(*table, row, "mean depth"), number_in(*table, row, "error")) + " (" +
           word_in(*table, row, "least") + "–" + word_in(*table, row, "most") + ")";
  }
  return "–";
}

std::string aboukhadra_depths_text(const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("aboukhadra-depths", "table 1");
  std::string text =
      "## Table 1: depth reached\n\nThe report: \"in relatively short time\" (three seconds with deepening), about 10 "
      "valid moves, about 20, "
      "and in brackets with fewer than 4. ";
  if (table == nullptr || table->rows.empty()) return text + "\n\n" + kNotMeasured + "\n";
  text += "Ours: as deep as " + word_in(*table, table->rows[0], "states allowed") +
          " states allow, whatever machine counts them, at most 11; means over " +
          word_in(*table, table->rows[0], "positions") +
          " positions from random play each, with the least and the most.\n\n";
  Rows rows = {{"strategy", "report: initial", "mid-game", "Partita: 9–11 moves", "19–21 moves", "2–3 moves"}};
  for (const ReportedDepths& row : aboukhadra_table_1())
    rows.push_back({row.strategy, row.initial, row.mid_game, depth_cell(table, row.preset, "initial"),
                    depth_cell(table, row.preset, "mid-game"), depth_cell(table, row.preset, "fewer than 4 moves")});
  return text + markdown_table(rows);
}

struct States {
  double mean = 0, error = 0;
};
States states_in(const ReportTable& table, const std::string& preset, int legal) {
  for (const auto& row : table.rows) {
    if (word_in(table, row, "strategy") == preset && number_in(table, row, "valid moves") == legal)
      return {number_in(table, row, "mean states"), number_in(table, row, "error")};
  }
  return {};
}

std::string states_text(PageDraft& draft, const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("aboukhadra-states", "table 2");
  std::string text = "## Table 2: states explored at depth 5, by the number of valid moves\n\n";
  if (table == nullptr || table->rows.empty()) return text + kNotMeasured + "\n";
  text += "Ours: means over " + word_in(*table, table->rows[0], "positions") +
          " positions from random play each, with 95% intervals; of iterative "
          "strategies the last depth alone, as in the report. The report has one position each.\n\n";
  Rows rows = {{"strategy"}};
  for (const int legal : kValidMoves) rows[0].push_back("report: " + std::to_string(legal));
  for (const int legal : kValidMoves) rows[0].push_back("Partita: " + std::to_string(legal));
  draw::LinePlot plot{"States at depth 5, ours", "valid moves", "states, logarithmic", {}, {}, true, true};
  const auto add_row = [&](const std::string& strategy, const std::string& preset, const ReportedStates* reported) {
    rows.push_back({strategy});
    for (std::size_t i = 0; i < kValidMoves.size(); ++i)
      rows.back().push_back(reported == nullptr ? "" : number_text(static_cast<double>(reported->states[i])));
    draw::PlotLine line{strategy, {}, {}, {}, {}};
    for (const int legal : kValidMoves) {
      const States states = states_in(*table, preset, legal);
      rows.back().push_back(number_text(states.mean) + " ± " + number_text(states.error));
      line.x.push_back(legal);
      line.y.push_back(states.mean);
    }
    plot.lines.push_back(std::move(line));
  };
  for (const ReportedStates& row : aboukhadra_table_2()) add_row(row.strategy, row.preset, &row);
  add_row("TT, its move first (not his)", "aboukhadra-tt,tt_move=on", nullptr);
  add_row("TT with ID, its move first (not his)", "aboukhadra-tt-id,tt_move=on", nullptr);
  text += markdown_table(rows) +
          picture(draft, "aboukhadra-states.svg", "states at depth 5 by valid moves", draw::lines_svg(plot));
  const int most = kValidMoves.back();
  const double alone = states_in(*table, "aboukhadra-tt", most).mean,
               deepened = states_in(*table, "aboukhadra-tt-id", most).mean;
  const double first = states_in(*table, "aboukhadra-tt-id,tt_move=on", most).mean;
  text +=
      "### Where we disagree: the table with and without deepening\n\nThe report's counts for TT and for TT with ID "
      "differ, which cannot come from "
      "deepening alone: his table's entries of lesser depth are not used (3.4), and the search is \"without the use of "
      "move ordering\", so "
      "that the last depth begins with nothing the earlier ones have found but what is as deep. Ours visits " +
      number_text(alone) + " states without and " + number_text(deepened) + " with ID where there are " +
      std::to_string(most) + " moves. Deepening pays as soon as it orders moves: " + number_text(first) +
      " with the table's move first, and by killers, as his last row says.\n\n";
  return text;
}

std::string greedy_text(const ResultShelf& shelf) {
  return "### Against one move's look\n\nOur `greedy` weighs every move by an evaluation fitted to games and follows "
         "forcing moves to their end before it "
         "does. His engine scores " +
         score_of(shelf, "aboukhadra-over-greedy") + " against it at 2,000 nodes and " +
         score_of(shelf, "aboukhadra-over-greedy-deep") + " at 20,000; against the same without forcing moves " +
         score_of(shelf, "aboukhadra-over-greedy-plain") + " and " +
         score_of(shelf, "aboukhadra-over-greedy-plain-deep") + "; against one move's look with *his* evaluation " +
         score_of(shelf, "aboukhadra-over-greedy-own") + " and " + score_of(shelf, "aboukhadra-over-greedy-own-deep") +
         ". The second number of each says what depth makes up for; the last two matches, what is asked at the leaves: "
         "his heuristics look at the last move alone (4).\n\n";
}

}  // namespace

PageDraft aboukhadra_page(const ResultShelf& shelf) {
  std::vector<std::string> questions;
  for (const ReportMatch& match : report_matches()) {
    if (match.report == "aboukhadra") questions.push_back(match.id);
  }
  PageDraft draft;
  draft.text = "## What the report describes\n\n" + aboukhadra_rows() +
               "## The report's questions\n\nStrategies of one depth deepen step by step where equal nodes "
               "are compared.\n\n" +
               question_table(shelf, questions);
  draft.text += picture(draft, "aboukhadra-questions.svg", "the scores with their intervals",
                        question_plot(shelf, "Aboukhadra's tournament engine against others: its score", questions));
  draft.text += greedy_text(shelf) + aboukhadra_depths_text(shelf);
  draft.text += states_text(draft, shelf) + form_text(shelf, "aboukhadra");
  return draft;
}

}  // namespace partita::lab
