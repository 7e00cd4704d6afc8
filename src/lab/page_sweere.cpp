// The page of Sweere's report.
#include <cmath>

#include "base/text.h"
#include "lab/page_parts.h"
#include "lab/report_numbers.h"

namespace partita::lab {

namespace {

std::string sweere_rows() {
  return markdown_table(
      {{"§", "the report", "here", "try it"},
       {"1.1", "{title} on a board of side 10", "[the game](../games/{game}.md)", "`partita play {game}`"},
       {"2.1", "a window; AI against AI, player against AI, player against player; undo",
        "the page of `./play`, and the terminal", "`partita play {game} --seats sweere-groups/sweere-none`"},
       {"2.2", "cells where playing loses at once are kept with the board",
        "the rules' `suicide`; `inspect --overlay` and the page show it",
        "`partita inspect --game {game} --overlay ending`"},
       {"2.3", "five in a row and enclosure, looked for from the last stone", "`src/games/{game}`",
        "`partita perft --game {game} --depth 4`"},
       {"3.2", "a win is 100, a loss −100, the window is as wide", "`win_score=plain`",
        "`partita go --game {game} --preset sweere-neighbours --depth 6`"},
       {"4", "a transposition table of 2^24 entries, always replaced", "`tt`, `tt_replacement=always`, `hash_mb=256`",
        "`partita engine --game {game} --preset sweere-neighbours`"},
       {"4.2", "Zobrist hashing by column and row, then by cell", "[collisions](#collisions-42)", ""},
       {"5", "iterative deepening, the table's move first", "`iterative_deepening`, `tt_move`", ""},
       {"5.1", "stops at a win; on a loss plays the move of the depth before; answers a loss in two without a search",
        "`win_stop`, `loss_fallback`, `precheck_loss_in_two`",
        "`partita go … --preset sweere-neighbours,loss_fallback=off`"},
       {"5.2", "wins that count their depth were worse", "`win_score=by_distance`",
        "[asked below](#the-reports-questions)"},
       {"5.3", "a search that runs out of time counts for nothing", "`keep_partial=off`", ""},
       {"6", "no evaluation; size of groups; neighbours of the same colour",
        "`sweere-none`, `sweere-groups`, `sweere-neighbours`",
        "`partita arena --game {game} --engines sweere-neighbours sweere-groups --tc nodes=2000`"},
       {"7", "19.2 s a move for 25 moves of ten minutes, then 8% of what is left", "`time_manager=sweere`",
        "[measured below](#time-for-a-move-7)"},
       {"8", "future work: killer moves, history, several threads, proof-number search",
        "`killers`, `history`, `threads`; [solving](../solving.md)", "`partita solve --game {game}`"}});
}

std::string beside(PageDraft& draft, const ResultShelf& shelf, std::size_t number) {
  const ReportedGame& reported = sweere_tables()[number];
  const std::string name = "table " + std::to_string(number + 1);
  const ReportTable* ours = shelf.table("sweere-tables", name);
  Rows rows = {{"move", "report: depth", "time (s)", "nodes", "Partita: depth", "time (s)", "nodes"}};
  draw::PlotLine theirs{"report", {}, {}, {}, {}}, own{"Partita", {}, {}, {}, {}};
  const std::size_t count = std::max(reported.moves.size(), ours == nullptr ? 0 : ours->rows.size());
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back({std::to_string(i + 1), "", "", "", "", "", ""});
    if (i < reported.moves.size()) {
      const ReportedMove& move = reported.moves[i];
      rows.back()[1] = std::to_string(move.depth);
      rows.back()[2] = base::format("%.3f", move.seconds);
      rows.back()[3] = number_text(static_cast<double>(move.nodes));
      theirs.x.push_back(static_cast<double>(i + 1));
      theirs.y.push_back(move.depth);
    }
    if (ours != nullptr && i < ours->rows.size()) {
      const auto& row = ours->rows[i];
      rows.back()[4] = word_in(*ours, row, "depth");
      rows.back()[5] = base::format("%.3f", number_in(*ours, row, "seconds"));
      rows.back()[6] = word_in(*ours, row, "nodes");
      own.x.push_back(static_cast<double>(i + 1));
      own.y.push_back(number_in(*ours, row, "depth"));
    }
  }
  std::string text = "### " + reported.title + "\n\n";
  if (ours == nullptr) text += std::string(kNotMeasured) + "\n";
  text += picture(draft, "sweere-table-" + std::to_string(number + 1) + ".svg",
                  "search depth by move, the report's and ours",
                  draw::lines_svg({"Search depth by move", "move", "depth", {theirs, own}, {}, false, true}));
  return text + "<details><summary>the table</summary>\n\n" + markdown_table(rows) + "</details>\n\n";
}

std::string games_text(const ResultShelf& shelf) {
  const ReportTable* games = shelf.table("sweere-tables", "games");
  return "His programs had 20 seconds a move. Ours are quicker, so each of them gets the nodes that his had: the mean "
         "over "
         "his moves that took all 20 seconds. Depths can then be compared; times cannot. Moves that his check for a "
         "loss "
         "in two made without a search count as depth 2, as in his tables. One game is an anecdote, his as ours: the "
         "[questions](#the-reports-questions) are asked by hundreds.\n\n" +
         whole_table(games);
}

std::string speed_text(const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("sweere-speed", "nodes a second");
  std::string text =
      "## What an evaluation costs (6.3)\n\nThe report: without evaluation 40,000 nodes a second, with neighbours "
      "42,500, with "
      "groups 2,500 at first and under 1,000 late in a game: a flood fill from every stone. Ours keeps groups "
      "up to date as stones are placed:\n\n";
  if (table == nullptr) return text + kNotMeasured + "\n";
  Rows rows = {{"stones", "`sweere-none`", "`sweere-groups`", "`sweere-neighbours`", "neighbours : groups"}};
  for (std::size_t i = 0; i + 2 < table->rows.size(); i += 3) {
    const auto speed = [&](std::size_t which) { return number_in(*table, table->rows[i + which], "nodes a second"); };
    rows.push_back({word_in(*table, table->rows[i], "stones"), number_text(speed(0)), number_text(speed(1)),
                    number_text(speed(2)), base::format("%.2f", speed(2) / speed(1))});
  }
  return text + "Nodes a second:\n\n" + markdown_table(rows);
}

/// Why neighbours beat groups there and not here, in the numbers of the matches.
std::string cost_text(const ResultShelf& shelf) {
  std::string text =
      "### Where we disagree: neighbours against groups (6.3.2)\n\n- at equal nodes neighbours score " +
      score_of(shelf, "sweere-neighbours-groups") +
      ";\n- where a group evaluation costs 16 times as much, as his did, " +
      score_of(shelf, "sweere-neighbours-groups-cost") + ";\n- with the very nodes that his programs had, " +
      score_of(shelf, "sweere-neighbours-groups-his") + ";\n- in equal time, our group evaluation being cheap, " +
      score_of(shelf, "sweere-neighbours-groups-time") + ".\n\n";
  const Verdict equal = verdict_of(match_of("sweere-neighbours-groups"), shelf.find("sweere-neighbours-groups"));
  const Verdict cost =
      verdict_of(match_of("sweere-neighbours-groups-cost"), shelf.find("sweere-neighbours-groups-cost"));
  if (cost == Verdict::kConfirmed && equal != Verdict::kConfirmed) {
    text +=
        "So his conclusion holds for his program: it was the price of the flood fill that decided, not the judgement "
        "of the "
        "evaluation. Node for node the two know as much, or groups know more.\n\n";
  }
  return text;
}

std::string collisions_text(const ResultShelf& shelf) {
  std::string text =
      "## Collisions (4.2)\n\nThe report: hashing by a random number for the column, the row and the state gave about "
      "5,000 "
      "collisions in 10,000 nodes; a random number for each cell and state about 6 in a hundred.\n\n";
  const ReportTable* table = shelf.table("sweere-collisions", "collisions");
  if (table == nullptr) return text + kNotMeasured + "\n";
  return text +
         "Ours: `hashing=rows_and_columns` is his first, `hashing=cells` his second; a collision is a store that "
         "drives another "
         "position out (`count_collisions`, told by `partita go`). 256 MiB are his 2^24 entries.\n\n" +
         whole_table(table) +
         "How often keys meet depends on how full the table is; positions that share a *key*, and are taken for each "
         "other, are "
         "the hashing's own fault, and the columns on the right count them.\n\n";
}

std::string time_text(PageDraft& draft, const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("sweere-time", "seconds for a move");
  std::string text =
      "## Time for a move (7)\n\nFrom a clock of ten minutes. \"After quick moves\": every earlier move took a second; "
      "a comfortable "
      "move takes no longer for it, as in the report's formula.\n\n";
  if (table == nullptr) return text + kNotMeasured + "\n";
  draw::PlotLine formula{"the report's formula", {}, {}, {}, {}}, ours{"ours", {}, {}, {}, {}},
      quick{"ours after quick moves", {}, {}, {}, {}};
  for (const auto& row : table->rows) {
    for (auto* line : {&formula, &ours, &quick}) line->x.push_back(number_in(*table, row, "move"));
    formula.y.push_back(number_in(*table, row, "formula"));
    ours.y.push_back(number_in(*table, row, "ours"));
    quick.y.push_back(number_in(*table, row, "ours after quick moves"));
  }
  return text +
         picture(
             draft, "sweere-time.svg", "seconds allowed by move",
             draw::lines_svg(
                 {"Seconds for a move, of ten minutes", "move", "seconds", {formula, ours, quick}, {}, false, false}));
}

}  // namespace

PageDraft sweere_page(const ResultShelf& shelf) {
  std::vector<std::string> questions;
  for (const ReportMatch& match : report_matches()) {
    if (match.report == "sweere") questions.push_back(match.id);
  }
  PageDraft draft;
  draft.text = "## What the report describes\n\n" + sweere_rows() + "## The report's questions\n\n" +
               question_table(shelf, questions);
  draft.text += picture(draft, "sweere-questions.svg", "the scores with their intervals",
                        question_plot(shelf, "Sweere's questions: the first player's score", questions));
  draft.text += cost_text(shelf);
  draft.text += speed_text(shelf) + collisions_text(shelf) + time_text(draft, shelf);
  draft.text += "## Tables 1 to 5: his games\n\n" + games_text(shelf);
  for (std::size_t table = 0; table < sweere_tables().size(); ++table) draft.text += beside(draft, shelf, table);
  draft.text += form_text(shelf, "sweere");
  return draft;
}

}  // namespace partita::lab
