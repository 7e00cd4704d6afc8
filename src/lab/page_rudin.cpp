// The page of Rudin's report.
#include "base/text.h"
#include "lab/page_parts.h"

namespace partita::lab {

namespace {

std::string rudin_rows() {
  return markdown_table(
      {{"§", "the report", "here", "try it"},
       {"1", "Tablut as played at McGill: 9 × 9, the king escapes to a corner",
        "[{game}](../games/{game}.md), `--rules mcgill`", "`partita play {game} --rules mcgill`"},
       {"2, 4", "features added one at a time, each agent against the one before",
        "`rudin-pieces`, `rudin-escape`, `rudin`",
        "`partita arena --game {game} --engines rudin-escape rudin-pieces --tc depth=5`"},
       {"3", "alpha-beta with a maximising and a minimising side, depth 4", "`search=alphabeta`, `max_depth`",
        "`partita go --game {game} --preset rudin`"},
       {"4.1", "a win outscores everything", "`win_score=plain`", ""},
       {"4.2", "pieces: black less white", "`rudin-pieces`", "`partita go --game {game} --preset rudin-pieces`"},
       {"4.3", "and the king's blocked directions, weighed less", "`rudin-escape`",
        "`partita go --game {game} --preset rudin-escape`"},
       {"4.4", "and black pieces beside the king, weighed least", "`rudin`",
        "`partita play {game} --seats human/rudin`"},
       {"5.1", "depth 5 where there are fewer than 25 moves", "`depth_policy=rudin`",
        "`partita go --game {game} --preset rudin,depth_policy=none,max_depth=4`"},
       {"5.2", "on a time-out the best move so far, and depth 4 from then on",
        "`time_manager=rudin`, `depth_policy=rudin`", ""},
       {"5.3", "a winning move is played at once", "`win_return`", ""},
       {"5.4", "less depth where all is lost", "`loss_research`", ""},
       {"5.5", "chance between equal moves", "`random_equal`, `seed`",
        "`partita go --game {game} --preset rudin --seed 7`"},
       {"7", "a score for black pieces that guard the corners at the beginning: best weight 0", "`rudin-opening`",
        "`partita go --game {game} --rules mcgill --preset rudin-opening`"},
       {"7", "Monte-Carlo tree search, abandoned: random moves are not representative", "`uct`",
        "`partita go --game {game} --rules mcgill --preset uct --nodes 2000`"},
       {"8.1", "wish: a richer utility",
        "`partita-classic`, and the learnt network of `partita`: [learning](../learning.md)",
        "`partita arena --game {game} --engines partita rudin --tc nodes=1000`"},
       {"8.2", "wish: learnt weights", "`partita tune weights`: [tuning](../lab.md#tuning)",
        "`partita tune weights --help`"},
       {"8.3", "wish: promising moves first, low-level code", "`killers`, `history`, `tt_move`: [search](../search.md)",
        ""}});
}

std::string branching_text(PageDraft& draft, const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("rudin-games", "branching");
  const ReportTable* histogram = shelf.table("rudin-games", "histogram");
  std::string text =
      "## The branching factor (5.1)\n\nThe report: \"in practice it seems that the branching factor is between 20 and "
      "50\".\n\n";
  if (table == nullptr || histogram == nullptr) return text + kNotMeasured + "\n";
  text += "Ours: legal moves at every ply of games of `rudin` against itself, by rule set and side.\n\n" +
          whole_table(table);
  std::vector<draw::PlotBar> bars;
  for (const auto& row : histogram->rows)
    bars.push_back({word_in(*histogram, row, "moves from") + " to " + word_in(*histogram, row, "to") + " moves",
                    number_in(*histogram, row, "mcgill, % of positions"), 0});
  text += picture(
      draft, "rudin-branching.svg", "how many positions have so many legal moves",
      draw::bars_svg("Legal moves under mcgill's rules", "% of the positions of games of rudin against itself", bars));
  text += "### Where we disagree, and why\n\nUnder his rules his range holds";
  for (const auto& row : table->rows) {
    if (word_in(*table, row, "rules") != "mcgill" || word_in(*table, row, "side") == "both") continue;
    text += " " + word_in(*table, row, "% within 20-50") + "% of the positions in which the " +
            word_in(*table, row, "side") + " move (" + word_in(*table, row, "least") + " to " +
            word_in(*table, row, "most") + " moves, the median " + word_in(*table, row, "median") + ");";
  }
  text.back() = '.';
  return text +
         " The picture has two hills, one for each side: the sixteen attackers have more moves than the nine "
         "defenders, and every piece moves like a rook. His figure describes one side; his rule, depth 5 where there "
         "are "
         "fewer than 25 moves, speaks of the share in the last column. `ashton` is the same board with other captures "
         "and "
         "endings, where the defenders begin.\n\n";
}

std::string timing_text(const ResultShelf& shelf) {
  const ReportTable* table = shelf.table("rudin-games", "depths");
  std::string text =
      "## Depth and time (5.1, 6.1)\n\nThe report: two seconds a move; depth 4 \"easily reached every time\" in \"far "
      "less than a second\", depth 5 in "
      "some cases.\n\n";
  if (table == nullptr) return text + kNotMeasured + "\n";
  return text + whole_table(table) + "The games these numbers come from:\n\n" +
         whole_table(shelf.table("rudin-games", "games"));
}

std::string weights_text(const ResultShelf& shelf) {
  std::string text =
      "## His weights, fitted (8.2)\n\nHis wish was to learn the weights of the features instead of choosing them. The "
      "report orders them (pieces, blocked directions, attackers beside the king) and gives no numbers; 100, 30 and 10 "
      "are ours. The lab's tuner, which fits the weights of our own evaluation too (`partita tune weights`, "
      "[tuning](../lab.md#tuning)), fits his three, counted from the start of the game, to the games with a winner of "
      "his agent against itself at depth 2, "
      "every fifth "
      "game held out:\n\n";
  const ReportTable* table = shelf.table("rudin-weights", "weights");
  if (table == nullptr) return text + kNotMeasured + "\n\n";
  return text + whole_table(table) + whole_table(shelf.table("rudin-weights", "loss"));
}

}  // namespace

PageDraft rudin_page(const ResultShelf& shelf) {
  std::vector<std::string> questions;
  for (const ReportMatch& match : report_matches()) {
    if (match.report == "rudin") questions.push_back(match.id);
  }
  PageDraft draft;
  draft.text = "## What the report describes\n\n" + rudin_rows() + "## The report's questions\n\n" +
               question_table(shelf, questions);
  draft.text += picture(draft, "rudin-questions.svg", "the scores with their intervals",
                        question_plot(shelf, "Rudin's questions: the first player's score", questions));
  draft.text += branching_text(draft, shelf) + timing_text(shelf) + weights_text(shelf) + form_text(shelf, "rudin");
  return draft;
}

}  // namespace partita::lab
