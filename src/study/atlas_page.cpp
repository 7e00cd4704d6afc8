#include "study/atlas_page.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "catalog/games.h"

namespace partita::study {

namespace {

/// How many rows of a game's hardest and most surprising positions are shown.
constexpr std::size_t kShown = 12;

std::string rules_text(const std::string& game, const base::OptionValues& rules) {
  const auto entry = catalog::find_game(game);
  const std::string text = base::write_values((*entry)->rule_options, rules);
  return text.empty() ? "default" : text;
}

struct Count {
  std::size_t rows = 0, open = 0, draws = 0;
  std::map<std::string, std::size_t> won;  ///< by the winner's name
  std::uint64_t nodes = 0;
};

void add(Count& count, const AtlasRow& row, const catalog::AnyPosition& position) {
  ++count.rows;
  count.nodes += row.nodes;
  if (row.result == AtlasRow::Result::kOpen) ++count.open;
  if (row.result == AtlasRow::Result::kDraw) ++count.draws;
  if (row.result == AtlasRow::Result::kSeat) ++count.won[position.seat_name(row.winner)];
}

std::string thousands(std::uint64_t number) { return base::with_thousands(static_cast<std::int64_t>(number)); }

std::string won_text(const Count& count) {
  std::vector<std::string> parts;
  for (const auto& [name, rows] : count.won) parts.push_back(name + " " + thousands(rows));
  if (count.draws > 0) parts.push_back("draw " + thousands(count.draws));
  return parts.empty() ? "-" : base::join(parts, ", ");
}

using PlacedRow = std::pair<AtlasRow, catalog::AnyPosition>;

std::vector<PlacedRow> placed_rows(const Atlas& atlas) {
  std::vector<PlacedRow> rows;
  for (const AtlasRow& row : atlas.rows()) {
    if (auto position = position_of(atlas.game(), row)) rows.emplace_back(row, std::move(*position));
  }
  return rows;
}

void write_starts(std::ostringstream& out, const std::string& game, const std::vector<PlacedRow>& rows) {
  out << "| rules | from the start | evidence | nodes |\n|---|---|---|---|\n";
  for (const auto& [row, position] : rows) {
    if (!row.moves.empty()) continue;
    out << "| " << rules_text(game, row.rules) << " | " << verdict_of(row, position) << " | " << row.evidence << " | "
        << thousands(row.nodes) << " |\n";
  }
  out << '\n';
}

void write_counts(std::ostringstream& out, const std::string& game, const std::vector<PlacedRow>& rows) {
  std::map<std::pair<std::string, std::size_t>, Count> counts;
  for (const auto& [row, position] : rows) add(counts[{rules_text(game, row.rules), row.moves.size()}], row, position);
  out << "| rules | plies played | positions | won by | open | nodes |\n|---|---|---|---|---|---|\n";
  for (const auto& [key, count] : counts) {
    if (key.second == 0) continue;
    out << "| " << key.first << " | " << key.second << " | " << count.rows << " | " << won_text(count) << " | "
        << count.open << " | " << thousands(count.nodes) << " |\n";
  }
  out << '\n';
}

void write_list(std::ostringstream& out, const std::string& title, std::vector<PlacedRow> rows, const auto& before) {
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const PlacedRow& a, const PlacedRow& b) { return before(a.first, b.first); });
  out << title << "\n\n| moves | result | nodes |\n|---|---|---|\n";
  for (std::size_t i = 0; i < std::min(kShown, rows.size()); ++i) {
    out << "| " << base::join(rows[i].first.moves, " ") << " | " << verdict_of(rows[i].first, rows[i].second) << " | "
        << thousands(rows[i].first.nodes) << " |\n";
  }
  out << '\n';
}

std::vector<PlacedRow> those(const std::vector<PlacedRow>& rows, const auto& wanted) {
  std::vector<PlacedRow> found;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
               [&](const PlacedRow& row) { return !row.first.moves.empty() && wanted(row.first); });
  return found;
}

void write_game(std::ostringstream& out, const Atlas& atlas) {
  const auto rows = placed_rows(atlas);
  out << "## " << (*catalog::find_game(atlas.game()))->title << "\n\n";
  write_starts(out, atlas.game(), rows);
  if (those(rows, [](const AtlasRow&) { return true; }).empty()) return;
  out << "Positions after the first plies, one for all its images:\n\n";
  write_counts(out, atlas.game(), rows);
  write_list(out, "Open after the longest searches, and so the fairest starts that are known:",
             those(rows, [](const AtlasRow& row) { return !row.is_known(); }),
             [](const AtlasRow& a, const AtlasRow& b) { return a.nodes > b.nodes; });
  write_list(
      out, "The proofs that took longest:",
      those(rows, [](const AtlasRow& row) { return row.evidence == "proof" && row.is_known() && row.nodes > 0; }),
      [](const AtlasRow& a, const AtlasRow& b) { return a.nodes > b.nodes; });
}

}  // namespace

std::string atlas_page(const std::vector<std::shared_ptr<const Atlas>>& atlases) {
  std::ostringstream out;
  out << "# The atlas: what is proven\n\n"
         "Made from `data/atlas` by `partita atlas --page`; a test compares the two, and proves some rows again. "
         "`partita atlas --game GAME --moves MOVES` looks a position up, whichever of its images it is. Nodes are "
         "those "
         "of the proof search, spent in vain where a position is open. \"Replies\" means that the row follows from "
         "those "
         "one ply later.\n\n";
  for (const auto& atlas : atlases) write_game(out, *atlas);
  std::string page = out.str();
  while (page.size() > 1 && page[page.size() - 2] == '\n') page.pop_back();
  return page;
}

}  // namespace partita::study
