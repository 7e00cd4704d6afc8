#include <algorithm>

#include "base/text.h"
#include "catalog/games.h"
#include "lab/motif_table.h"
#include "record/declared_json.h"
#include "record/game_files.h"
#include "study/motif_text.h"

// Tables of motifs as they are stored, and the page that is made of them.
namespace partita::lab {

namespace json = boost::json;

namespace {

std::string share_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return base::format("%.1f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string noun_of(const catalog::GameEntry& game, const std::string& kind) {
  const catalog::MotifKind* found = study::find_kind(*game.motifs->kinds, kind);
  if (found == nullptr) return kind;
  return std::string(found->english.noun.substr(0, found->english.noun.find('|')));
}

std::string rows_text(const catalog::GameEntry& game, const MotifTable& table) {
  base::TextTable rows = {{"motif", "in words", "found", "true", "told in reviews", "mistakes"}};
  for (const MotifTable::Row& row : table.rows) {
    rows.push_back({"`" + row.name + "`", noun_of(game, row.name), base::with_thousands(row.found),
                    share_of(row.right, row.found), base::with_thousands(row.told), base::with_thousands(row.counted)});
  }
  return base::markdown_table(rows);
}

std::uint64_t found_in(const MotifTable& table) {
  std::uint64_t found = 0;
  for (const MotifTable::Row& row : table.rows) found += row.found;
  return found;
}

std::uint64_t right_in(const MotifTable& table) {
  std::uint64_t right = 0;
  for (const MotifTable::Row& row : table.rows) right += row.right;
  return right;
}

std::vector<std::string> summary_row(const catalog::GameEntry& game, const MotifTable& table) {
  const double ratio = static_cast<double>(table.with_reasons_ms) /
                       static_cast<double>(std::max<std::uint64_t>(1, table.without_reasons_ms));
  const std::string cost = base::format("%d plies, %d marked: %.2f", table.cost_plies, table.cost_marks, ratio);
  return {game.title,
          base::with_thousands(table.games),
          base::with_thousands(found_in(table)),
          share_of(right_in(table), found_in(table)),
          base::with_thousands(table.marks),
          share_of(table.marks_with_reason, table.marks),
          share_of(table.right_claims, table.claims),
          table.cost_plies == 0 ? "-" : cost};
}

std::string details_of(const catalog::GameEntry& game, const MotifTable& table) {
  return "## " + game.title + "\n\n" + base::with_thousands(table.games) + " games, " +
         base::with_thousands(table.moves) + " moves, " + base::with_thousands(table.nodes) + " nodes a move; " +
         base::with_thousands(table.reviewed) + " games of the weaker levels reviewed with " +
         base::with_thousands(table.review_nodes) + " nodes a position" +
         (table.rules.empty() ? std::string() : ", rules " + table.rules) + ".\n\n" + rows_text(game, table) + "\n";
}

}  // namespace

std::string write_motif_table(const MotifTable& table) {
  json::object object = record::to_json(table);
  object.erase("rows");
  // A line for each row, so that two versions can be compared.
  std::string text = json::serialize(object);
  text.back() = ',';
  text += "\n\"rows\":[";
  for (const MotifTable::Row& row : table.rows)
    text += (&row == table.rows.data() ? "\n" : ",\n") + record::write_object(row);
  return text + "]}\n";
}

base::Parsed<MotifTable> read_motif_table(std::string_view text) { return record::read_object<MotifTable>(text); }

base::Parsed<std::string> motif_page(const std::string& folder) {
  base::TextTable summary = {
      {"game", "games", "motifs found", "true", "faults marked", "with a reason", "claims true", "cost of reasons"}};
  std::string details;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (!game.motifs) continue;
    const std::string path = folder + "/" + game.name + ".json";
    const auto text = record::read_file(path);
    if (!text) return text.forward_error();
    const auto table = read_motif_table(*text);
    if (!table) return table.error_at(path);
    summary.push_back(summary_row(game, *table));
    details += details_of(game, *table);
  }
  return "# Motifs, counted and checked\n\nMade from `data/motifs` by `partita lab motifs --page`; a test compares the "
         "two. What motifs are, and how a reason is made of them, is told in [reasons](../reasons.md).\n\nFor each "
         "game "
         "an engine plays against itself, one move in six at random; every motif of every move is checked by the "
         "rules. "
         "Games of the weaker levels are reviewed: how many of the marked faults have a reason that the rules verify, "
         "and whether each claim of the reasons is true. The cost is the processor time of one review with its reasons "
         "over that of the same review without.\n\n" +
         base::markdown_table(summary) +
         "\nA table is made anew by `partita lab motifs --game GAME --out data/motifs/GAME.json`.\n\n" + details;
}

}  // namespace partita::lab
