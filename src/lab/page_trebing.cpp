// The page of Trebing's report.
#include <cmath>

#include "arena/elo_text.h"
#include "base/text.h"
#include "lab/page_parts.h"
#include "lab/report_numbers.h"

namespace partita::lab {

namespace {

std::string trebing_rows() {
  return markdown_table(
      {{"§", "the report", "here", "try it"},
       {"1", "{title} for two to four players", "[the game](../games/{game}.md)", "`partita play {game} --side 5`"},
       {"3", "`julia main.jl 5 ah`: letters say who plays", "the same letters",
        "`partita play {game} --side 5 --seats ah`"},
       {"3, figure 1", "stones are typed; a turn can be taken back", "the terminal, and the page of `./play`",
        "`partita play {game}`"},
       {"3, figure 1", "`6 5`: a stone by row and column", "the same in terminal and UGI (`6,5`)",
        "`partita play {game} --side 5`"},
       {"figure 2", "\"Current Heuristic\", \"needed 98.4 s of its given 900.0 s\"", "the terminal's turn report",
        "`partita play {game} --side 5 --seats human/trebing-full --clock 900`"},
       {"figure 2", "turns left, possible moves, time for the turn, a line for every depth",
        "the terminal's turn report", "`partita play {game} --side 5 --seats human/trebing-full`"},
       {"4", "groups by union-find, undone by a stack", "`src/games/{game}`",
        "`partita perft --game {game} --depth 3`"},
       {"5", "negamax with one stone a ply, iterative deepening", "`search=negamax`, `iterative_deepening`",
        "`partita go --game {game} --preset trebing-full,own_book=off`"},
       {"5.1", "a table that is reset after each turn", "`tt`, `tt_move`, `tt_life=turn`", "`trebing-tt`"},
       {"5.2", "two killer moves", "`killers`", "`trebing-km`"},
       {"5.3",
        "groups of two and three, free neighbours punished, the score counting more as the game goes on; ends are "
        "worth their complete score",
        "`evaluator=trebing`, `objective=score`", "`partita go … --preset trebing-full,objective=outcome`"},
       {"5.4", "his opening book: a corner for oneself, the centre for the other", "`own_book`",
        "`partita go --game {game} --preset trebing-full`"},
       {"5.5", "null moves after whole turns, never twice", "`null_move`", "`trebing-nm`"},
       {"5.6", "multi-cut: three cut-offs among ten moves", "`multi_cut`, `multi_cut_cuts=3`, `multi_cut_moves=10`",
        "`trebing-nm-mc`"},
       {"5.7", "an even share of the clock, the last three turns left out", "`time_manager=trebing`",
        "[measured below](#stones-turns-and-the-clock)"},
       {"7", "full against each subset", "`trebing-tt`, `-nm`, `-km`, `-nm-mc`, `-mc-km`, `-nm-km`, `-full`",
        "[table 1 below](#table-1-wins-of-every-engine-against-every-other)"}});
}

std::string preset_tail(const std::string& preset) { return preset.substr(preset.find('-') + 1); }

/// The row engine's score against the column's, from the match that was played in one order or the other.
std::string cross_cell(const ResultShelf& shelf, const ReportedMatch& row, const ReportedMatch& column) {
  if (row.preset == column.preset) return "–";
  const ReportResult* as_asked =
      shelf.find("trebing-" + preset_tail(row.preset) + "-over-" + preset_tail(column.preset));
  const ReportResult* mirrored =
      shelf.find("trebing-" + preset_tail(column.preset) + "-over-" + preset_tail(row.preset));
  const ReportResult* result = as_asked != nullptr ? as_asked : mirrored;
  if (result == nullptr || !result->match) return "not asked";
  const double score = result->match->score.pairs.score();
  return base::format("%.1f ± %.1f", 100 * (as_asked != nullptr ? score : 1 - score),
                      100 * half_width(result->match->score));
}

std::string cross_table(const ResultShelf& shelf) {
  const auto& engines = trebing_table_1();
  Rows rows = {{"% of the points of"}};
  for (const ReportedMatch& column : engines) rows[0].push_back("against " + column.enhancements);
  for (const ReportedMatch& row : engines) {
    rows.push_back({row.enhancements});
    for (const ReportedMatch& column : engines) rows.back().push_back(cross_cell(shelf, row, column));
  }
  Rows report = {{"full against"},
                 {"the report, 2 games of 15 minutes"},
                 {"Partita, 2,000 nodes a stone"},
                 {"Partita, 20,000 nodes"},
                 {"Partita, 200,000 nodes"}};
  for (const ReportedMatch& column : engines) {
    report[0].push_back(column.enhancements);
    report[1].push_back(column.result);
    report[2].push_back(cross_cell(shelf, engines.back(), column));
    for (const auto& [place, kind] : {std::pair{3u, "-deep"}, std::pair{4u, "-deeper"}}) {
      const ReportResult* result = shelf.find("trebing-full-over-" + preset_tail(column.preset) + kind);
      report[place].push_back(result == nullptr || !result->match
                                  ? ""
                                  : base::format("%.1f ± %.1f", 100 * result->match->score.pairs.score(),
                                                 100 * half_width(result->match->score)));
    }
  }
  return "## Table 1: wins of every engine against every other\n\nThe report's table, and the same row of ours (per "
         "cent of the points, 95% intervals):\n\n" +
         markdown_table(report) +
         "All against all, 2,000 nodes a stone, from random openings of six stones on side 5:\n\n" +
         markdown_table(rows);
}

std::string trebing_depths_text(PageDraft& draft, const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("trebing-depths", "depths");
  std::string text =
      "## Depth reached (7)\n\nThe report: the full engine searches \"at almost every stage of the game 2-ply deeper\" "
      "than TT alone, about 1 ply deeper than with null "
      "moves, and two or three deeper than with null moves and multi-cut late in a game.\n\n";
  if (table == nullptr || table->rows.empty()) return text + kNotMeasured + "\n";
  text += "Ours: " + word_in(*table, table->rows[0], "nodes allowed") +
          " nodes, about what his had for the turn of his figure 2, on positions of games of the full engine "
          "against itself; the book shut.\n\n";
  Rows rows = {{"engine", "positions", "mean depth", "deeper than TT alone", "seconds a search"}};
  draw::LinePlot plot{
      "Plies deeper than TT alone, at equal nodes", "stones on the board", "plies", {}, {}, false, true};
  for (const ReportedMatch& engine : trebing_table_1()) {
    draw::PlotLine line{engine.enhancements, {}, {}, {}, {}};
    for (const auto& row : table->rows) {
      if (word_in(*table, row, "engine") != engine.preset) continue;
      if (word_in(*table, row, "stones") != "all") {
        line.x.push_back(number_in(*table, row, "stones"));
        line.y.push_back(number_in(*table, row, "deeper than TT alone"));
        continue;
      }
      rows.push_back({engine.enhancements, word_in(*table, row, "positions"),
                      base::format("%.2f", number_in(*table, row, "mean depth")),
                      base::format("%+.2f ± %.2f", number_in(*table, row, "deeper than TT alone"),
                                   number_in(*table, row, "error")),
                      base::format("%.2f", number_in(*table, row, "mean seconds"))});
    }
    plot.lines.push_back(std::move(line));
  }
  return text + markdown_table(rows) +
         picture(draft, "trebing-depths.svg", "plies deeper than TT alone by stage", draw::lines_svg(plot));
}

std::string usefulness_text(const ResultShelf& shelf) {
  return "### Usefulness of the enhancements (6.3)\n\nHe was \"still not quite sure how useful (if at all) some of the "
         "enhancements are\". Each alone, added to TT: killer moves " +
         score_of(shelf, "trebing-km-over-tt") + ", null moves " + score_of(shelf, "trebing-nm-over-tt") +
         ". Each taken from the full engine, which then plays the rest: without killer moves the full engine scores " +
         score_of(shelf, "trebing-full-over-nm-mc") + ", without multi-cut " +
         score_of(shelf, "trebing-full-over-nm-km") + ", without null moves " +
         score_of(shelf, "trebing-full-over-mc-km") +
         ". A ply deeper is worth nothing if the tree that was cut away held the answer: depth is in the table below, "
         "and points are what decides.\n\n";
}

std::string turns_text(const ResultShelf& shelf) {
  return "## Stones, turns and the clock\n\nThe report (5): on side 6 the first move has 91 stones where a turn has "
         "8,190. Ours may place the two stones of a turn in either order, which "
         "doubles both:\n\n" +
         whole_table(shelf.table("trebing-turns", "first move")) +
         "The report (3, 5.7, figure 2): 15 minutes give \"about 87 seconds per turn\", 97.7 for turn 7; 2 to 4 "
         "minutes about 14. Ours, by White's turns, each taking all it "
         "may; the last three turns get what earlier ones left:\n\n" +
         whole_table(shelf.table("trebing-turns", "seconds for a turn"));
}

/// The largest disagreement, asked again with what his program does otherwise.
std::string killers_alone_text(const ResultShelf& shelf) {
  const char* const id = "trebing-full-over-km-program";
  std::string text =
      "### Where we disagree: full against killers alone\n\nHis two games ended one all; ours say that the full engine "
      "is "
      "the weaker: " +
      score_of(shelf, "trebing-full-over-km-deep") + " at 20,000 nodes a stone, " +
      score_of(shelf, "trebing-full-over-km-deeper") +
      " at 200,000. His program makes one search a turn and exchanges killers by chance. Both engines so "
      "(`as=program`): " +
      score_of(shelf, id) + " at 40,000 nodes a turn. ";
  const Verdict verdict = verdict_of(match_of(id), shelf.find(id));
  if (verdict == Verdict::kNone) return text + "\n\n";
  text += verdict == Verdict::kContradicted ? "So it is not that which parts us. "
                                            : "So played, the two cannot be told apart, as he found: what parted us is "
                                              "what his program does otherwise than the "
                                              "text. ";
  return text +
         "Two games cannot tell a score of 40% from an even one: with it, one all is the most frequent result.\n\n";
}

}  // namespace

PageDraft trebing_page(const ResultShelf& shelf) {
  std::vector<std::string> questions, others;
  for (const ReportMatch& match : report_matches()) {
    if (match.report != "trebing") continue;
    (match.reported == Reported::kUntold && match.id != "trebing-score" && match.id != "trebing-form" ? others
                                                                                                      : questions)
        .push_back(match.id);
  }
  PageDraft draft;
  draft.text = "## What the report describes\n\n" + trebing_rows() + "## The report's questions\n\n" +
               question_table(shelf, questions);
  draft.text += picture(draft, "trebing-questions.svg", "the scores with their intervals",
                        question_plot(shelf, "Trebing's questions: the first player's score", questions));
  draft.text += cross_table(shelf) + "<details><summary>the matches of the other engines</summary>\n\n" +
                question_table(shelf, others) + "</details>\n\n";
  draft.text += killers_alone_text(shelf) + usefulness_text(shelf) + trebing_depths_text(draft, shelf) +
                turns_text(shelf) + form_text(shelf, "trebing");
  return draft;
}

}  // namespace partita::lab
