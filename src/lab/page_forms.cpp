// Where the reports' texts and their authors' programs part, term by term.
#include "lab/page_parts.h"

namespace partita::lab {

namespace {

const char* const kFormHead =
    "## Text and program\n\nThe preset plays as the text says; with `as=program` it plays as the author's public "
    "program "
    "does. ";
const char* const kEqualHead =
    "`partita lab authors` compares it with what that program answered in 120 positions: every row is equal "
    "(`tests/golden/authors`).\n\n";

Rows form_rows(const std::string& report) {
  Rows rows = {{"", "the text", "the program", "the report's figures come from"}};
  const auto add = [&](const char* what, const char* text, const char* program, const char* figures) {
    rows.push_back({what, text, program, figures});
  };
  if (report == "sweere") {
    add("neighbours (6.2)", "\"how many neighbors of the same colour the tile has\"",
        "and a point for the stone itself, which draws every value towards the middle",
        "the program: tables 3 to 5 were played by it");
    add("groups (6.1)", "\"how many tiles are in the field of a tile\": n stones of a group count n each",
        "the flood runs over all cells that are *not* of the colour and counts stones on its shore, once for every wet "
        "neighbour and again for cells that lie on the stack twice; a large compact group counts little",
        "the program, and its slowness with it: a flood over the whole board for every stone (6.3.1)");
    add("rounding", "a whole number", "32-bit floating point cut to a whole number: 27 may become 26", "the program");
    add("the table (4)", "24 bits index it, the rest of the hash tells positions apart",
        "16 bits in the public state of the program, taken from one end of the hash when storing and from the other "
        "when "
        "probing, and an entry counts as found when the rest *differs*: hits are accidents. The presets keep a working "
        "table in both forms",
        "cannot be told: the collisions of 4.2.1 are counted when storing");
    add("stopping (5.1)", "stops at a win, falls back at a loss, answers a loss in two",
        "commented out in the public state: it is older than the report",
        "the text: depths of 2 in tables 1 to 5 show it");
  }
  if (report == "aboukhadra") {
    add("longest row (4.1)", "pieces on the best of three axes, the stone included: a lone stone has 1",
        "0 for a lone stone: only neighbours of the same colour begin a row", "the program");
    add("sum of rows (4.1)", "the three axes summed",
        "a row is counted from each neighbour of the same colour, so that a stone inside a row sees it twice; and the "
        "cells seen by the term before are not forgotten, so that the second look adds only what is left",
        "the program");
    add("enclosing value (4.3)", "two layers around every neighbour",
        "three layers (the search goes on from the second), around neighbours that are empty or the enemy's",
        "figure 3's 7 fits the text");
    add("chain (4.4)", "100 depth / dist", "the same with dist cut to whole pixels", "either");
    add("wins (4)", "\"the maximum score value of 500\"", "evaluations may be larger: nothing cuts them off", "either");
    add("depth (3.5)", "at most 11", "6 where there are more than 22 moves, 5 where there are more than 24",
        "the program: its engine played the tournament");
    add("losing moves (2.3)", "known", "known to the game, not to the search", "the program");
  }
  if (report == "rao") {
    add("the window (3.4)", "alpha-beta in negamax form",
        "children are searched with (−alpha, −beta) instead of (−beta, −alpha): every second ply has its window upside "
        "down and stops after its first move",
        "the program: figure 8's green and red curves are of this search");
    add("the table (3.4.1)", "written within the search", "inner positions alone are stored, no leaves", "the program");
    add("keys (3.4.1)", "16 bits", "numbers below 10,000: 14 bits, so that positions are taken for others",
        "the program");
    add("ways to win (3.5)", "lines and enclosures are counted apart",
        "enclosure is asked first: a cell that does both counts once", "either");
    add("Fn2 (3.5.2)", "each move is simulated for both players",
        "the opponent's stone stays on the copy: later cells see earlier ones filled, and phantom rows count",
        "the program: the games of figure 8 were played with Fn2. The worked examples (190, 580) fit the text");
  }
  if (report == "trebing") {
    add("searches (5.7)", "\"uses the calculated time window to do a search\"",
        "one search a turn, whose second stone is read from the table. The preset searches for each stone; "
        "`turn_search=on` is his",
        "the program");
    add("killers (5.2, 7)",
        "\"a newer killer move will substitute an older one\", and \"the killer-moves get randomly "
        "exchanged\"",
        "either of the two by chance: `killer_exchange=random`", "the program");
    add("heuristic (5.3)", "the score counts more as the game goes on",
        "only the heuristic before turn 13, then the score's "
        "share is one over the free cells; both forms of the preset blend by the stones set",
        "the program");
    add("multi-cut (5.6)", "three of ten",
        "three of the first nine, from depth 4 on; the shallower search is two plies "
        "shallower",
        "the program");
    add("time (3)", "15 minutes", "12 in the public state", "the text");
  }
  return rows;
}

/// What the games between both forms say.
std::string outcome_text(const ResultShelf& shelf, const std::string& id) {
  const ReportMatch& match = match_of(id);
  ReportMatch asked = match;
  asked.reported = Reported::kBetter;
  const Verdict verdict = verdict_of(asked, shelf.find(id));
  if (verdict == Verdict::kNone) return "";
  std::string text = "- `" + match.first + "` against `" + match.second + "`: " + score_of(shelf, id) + ". ";
  if (verdict == Verdict::kConfirmed) return text + "It matters: as the program plays is better.\n";
  if (verdict == Verdict::kContradicted) return text + "It matters: as the text says is better.\n";
  return text + "No difference is seen.\n";
}

}  // namespace

std::string form_text(const ResultShelf& shelf, const std::string& report) {
  if (report == "rudin") {
    return "## Text and program\n\nHis program is not public: there is no `as=program`.\n\n";
  }
  std::string text = kFormHead;
  text += report == "trebing" ? "His is in Julia; its table of answers is not among ours, and the evaluation is the "
                                "text's in both forms.\n\n"
                              : kEqualHead;
  text += markdown_table(form_rows(report)) + "Does it matter in games?\n\n";
  for (const ReportMatch& match : report_matches()) {
    if (match.report == report && match.id.find("-form") != std::string::npos) text += outcome_text(shelf, match.id);
  }
  return text + "\n";
}

}  // namespace partita::lab
