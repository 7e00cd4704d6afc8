// The page of Rao's report.
#include "base/text.h"
#include "lab/page_parts.h"

namespace partita::lab {

namespace {

const std::vector<std::pair<std::string, std::string>> kRaoWords = {
    {"rao-ab-minimax", "\"performs the lowest with a consistently high search time\""},
    {"rao-ab-negamax-tt", "\"significantly improved\""},
    {"rao-ab-negamax-tt-id", "\"yet improved, though slightly\""}};

std::string rao_rows() {
  return markdown_table(
      {{"§", "the report", "here", "try it"},
       {"2, 3.3", "{title} on a board of side 10; the list of allowed moves", "[the game](../games/{game}.md)",
        "`partita inspect --game {game}`"},
       {"3.1", "the user chooses a colour", "`--seats`, and the page's new game",
        "`partita play {game} --seats rao-ab-negamax-tt-id/human`"},
       {"3.3.2", "enclosure by flood fill, then five in a row", "`src/games/{game}`", ""},
       {"3.4", "`ab-minimax`, `ab-negamax-TT`, `ab-negamax-TT-ID`",
        "`rao-ab-minimax`, `rao-ab-negamax-tt`, `rao-ab-negamax-tt-id`",
        "`partita go --game {game} --preset rao-ab-negamax-tt-id`"},
       {"3.4.1", "a table for the whole game, keys of 16 bits", "`tt`, `tt_life=game`, `tt_key_bits=16`",
        "`partita go --game {game} --preset rao-ab-negamax-tt-id,tt_key_bits=16`"},
       {"3.4.2", "iterative deepening to depth 3, the root's moves ordered by their values",
        "`iterative_deepening`, `root_ordering`, `max_depth=3`", ""},
       {"3.5", "a win is 10^5 whatever its distance", "`win_score=plain`", ""},
       {"3.5.1", "Fn1: ways to win with the next move", "`evaluator=rao-fn1`",
        "`partita go --game {game} --preset rao-ab-negamax-tt-id,evaluator=rao-fn1`"},
       {"3.5.2", "Fn2: and the opponent's ways, and a random term of −5 to 5", "`evaluator=rao-fn2`, `seed`",
        "`partita arena --game {game} --engines rao-ab-negamax-tt-id "
        "rao-ab-negamax-tt-id,evaluator=rao-fn1 --tc depth=3`"},
       {"4", "figure 8", "[below](#figure-8-time-by-move)",
        "`partita lab reports --run --again --question rao-figure-8`"},
       {"5, figure 10", "moves are typed as (x, y), by a map of coordinates", "`11,10` in terminal, page and UGI",
        "`partita play {game}`"},
       {"5", "\"Initiate search\" starts the bot", "`--wait`; on the page the engine answers by itself",
        "`partita play {game} --seats human/rao-ab-negamax-tt-id --wait`"}});
}

draw::PlotLine rao_line(const ReportTable& table, const std::string& variant, const std::string& unit) {
  draw::PlotLine line{variant, {}, {}, {}, {}};
  for (const auto& row : table.rows) {
    line.x.push_back(number_in(table, row, "move"));
    line.y.push_back(number_in(table, row, variant + unit));
  }
  return line;
}

/// The means of the game logs in his repository, three games of different lengths.
std::string log_text() {
  return "His repository keeps the logs of three games, one a variant, from which the plot must have been made. They "
         "are "
         "of different games, so that their means compare positions as well as searches:\n\n" +
         markdown_table({{"variant", "searches in his log", "his seconds a move, mean", "median", "longest"},
                         {"`ab-minimax`", "45", "233", "112", "3,026"},
                         {"`ab-negamax-TT`", "28", "26.6", "15.0", "147"},
                         {"`ab-negamax-TT-ID`", "26", "18.3", "17.8", "59.5"}});
}

std::string figure_text(PageDraft& draft, const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("rao-figure-8", "by move");
  std::string text =
      "## Figure 8: time by move\n\nThe report prints a plot without numbers: both players use the same variant, depth "
      "3. " +
      log_text();
  if (table == nullptr) return text + kNotMeasured + "\n";
  text +=
      "Ours: medians over the games that last so long. All three variants search the same positions, each with its own "
      "table for the whole game, "
      "so that their curves can be compared move by move.\n\n";
  draw::LinePlot times{"Milliseconds by move, depth 3", "move (ply)", "milliseconds", {}, {}, false, false};
  draw::LinePlot nodes{"Nodes by move, depth 3", "move (ply)", "nodes", {}, {}, false, false};
  for (const auto& [variant, words] : kRaoWords) {
    times.lines.push_back(rao_line(*table, variant, " ms"));
    nodes.lines.push_back(rao_line(*table, variant, " nodes"));
  }
  return text + picture(draft, "rao-time.svg", "milliseconds by move for the three variants", draw::lines_svg(times)) +
         picture(draft, "rao-nodes.svg", "nodes by move for the three variants", draw::lines_svg(nodes));
}

/// What his figure 8 shows is his window's doing.
std::string window_text(const ResultShelf& shelf) {
  std::string text =
      "### Where we disagree: what the table saves at depth 3\n\nThe first positions that two orders of moves can "
      "share "
      "lie three plies deep, which at depth 3 are the leaves, and his table stores none: `pushIntoTT` is called behind "
      "the loop over the moves. So his table can save nothing at depth 3, and does not. What saved him the time is a "
      "slip: his negamax searches children with the window (−alpha, −beta) instead of (−beta, −alpha). From the root's "
      "whole window a child gets one that is upside down, is content with its first move, and so every second ply has "
      "one move. On one position of his own program 43 of 124 leaves are evaluated, and 124 of 124 with the window "
      "turned rightly; on a second 57 of 128, and 128 of 128. His keys, 16 bits in the text and 14 in fact, let "
      "positions be taken for others in a table that lives for "
      "a game; within one search of depth 3 that changes nothing. Ours, means over positions of random play, depth "
      "3:\n\n";
  const ReportTable* table = shelf.table("rao-window", "visited");
  if (table == nullptr) return text + kNotMeasured + "\n\n";
  Rows rows = {{"search", "positions", "nodes", "% of the text's"}};
  for (const auto& row : table->rows) {
    rows.push_back(
        {word_in(*table, row, "search"), word_in(*table, row, "positions"), word_in(*table, row, "nodes"),
         base::format("%.1f ± %.1f", number_in(*table, row, "% of the text's"), number_in(*table, row, "error"))});
  }
  return text + markdown_table(rows);
}

std::string shares_text(const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("rao-figure-8", "shares");
  if (table == nullptr) return "";
  Rows rows = {{"depth", "variant", "the report (depth 3)", "games", "positions", "ms a move", "nodes a move",
                "time, % of `rao-ab-minimax`", "nodes, %"}};
  for (const auto& row : table->rows) {
    const std::string variant = word_in(*table, row, "variant");
    const bool is_his = number_in(*table, row, "depth") == 3;
    std::string words;
    for (const auto& [name, said] : kRaoWords) {
      if (is_his && name == variant) words = said;
    }
    rows.push_back(
        {word_in(*table, row, "depth"), "`" + variant + "`", words, word_in(*table, row, "games"),
         word_in(*table, row, "positions"), base::format("%.3f", number_in(*table, row, "ms")),
         word_in(*table, row, "nodes"),
         base::format("%.1f ± %.1f", number_in(*table, row, "time, %"), number_in(*table, row, "time error")),
         base::format("%.1f ± %.1f", number_in(*table, row, "nodes, %"), number_in(*table, row, "nodes error"))});
  }
  return "What each variant takes of the first one's time and nodes, the mean over whole games:\n\n" +
         markdown_table(rows) + window_text(shelf);
}

}  // namespace

PageDraft rao_page(const ResultShelf& shelf) {
  const std::vector<std::string> questions = {"rao-fn2-fn1", "rao-table", "rao-table-deep", "rao-ordering", "rao-form"};
  PageDraft draft;
  draft.text = "## What the report describes\n\n" + rao_rows() + "## The report's questions\n\n" +
               question_table(shelf, questions);
  draft.text += picture(draft, "rao-questions.svg", "the scores with their intervals",
                        question_plot(shelf, "Rao's questions: the first player's score", questions));
  draft.text += figure_text(draft, shelf) + shares_text(shelf) + form_text(shelf, "rao");
  return draft;
}

}  // namespace partita::lab
