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
       {"3.4.1", "a table for the whole game", "`tt`, `tt_life=game`", ""},
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
       {"5", "moves are typed, by the board's own map", "the terminal", "`partita play {game}`"}});
}

draw::PlotLine rao_line(const ReportTable& table, const std::string& variant, const std::string& unit) {
  draw::PlotLine line{variant, {}, {}, {}, {}};
  for (const auto& row : table.rows) {
    line.x.push_back(number_in(table, row, "move"));
    line.y.push_back(number_in(table, row, variant + unit));
  }
  return line;
}

std::string figure_text(PageDraft& draft, const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("rao-figure-8", "by move");
  std::string text =
      "## Figure 8: time by move\n\nThe report prints a plot without numbers: both players use the same variant, depth "
      "3.\n\n";
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
         markdown_table(rows) +
         "### Where we disagree: what the table saves at depth 3\n\nThe first positions that two orders of moves can "
         "share "
         "lie three plies deep, which at depth 3 are the leaves. Whether his table held leaves the report does not "
         "say; if it "
         "did, it saved their evaluation, which tries every legal move for both sides and was dear in his program. "
         "Ours keeps "
         "no leaves: evaluating one again is cheaper than looking it up. So the rows of depth 3 say what the table "
         "saves "
         "without its leaves, and those of depths 4 and 5 what it saves where positions meet above them.\n\n";
}

}  // namespace

PageDraft rao_page(const ResultShelf& shelf) {
  const std::vector<std::string> questions = {"rao-fn2-fn1", "rao-table", "rao-table-deep", "rao-ordering"};
  PageDraft draft;
  draft.text = "## What the report describes\n\n" + rao_rows() + "## The report's questions\n\n" +
               question_table(shelf, questions);
  draft.text += picture(draft, "rao-questions.svg", "the scores with their intervals",
                        question_plot(shelf, "Rao's questions: the first player's score", questions));
  draft.text += figure_text(draft, shelf) + shares_text(shelf);
  return draft;
}

}  // namespace partita::lab
