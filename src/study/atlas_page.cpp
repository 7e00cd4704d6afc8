#include "study/atlas.h"

#include <algorithm>
#include <iomanip>
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
  std::size_t rows = 0, open = 0, draws = 0, nobodys = 0;
  std::map<std::string, std::size_t> won;  ///< by the winner's name
  std::uint64_t nodes = 0;
  double seconds = 0;     ///< of the rows that were timed
  std::size_t timed = 0;  ///< how many those are
};

void add(Count& count, const AtlasRow& row, const catalog::AnyPosition& position) {
  ++count.rows;
  count.nodes += row.nodes;
  if (row.result == AtlasRow::Result::kOpen) ++count.open;
  count.seconds += row.seconds;
  if (row.seconds > 0) ++count.timed;
  if (row.result == AtlasRow::Result::kDraw) ++count.draws;
  if (row.result == AtlasRow::Result::kNobody) ++count.nobodys;
  if (row.result == AtlasRow::Result::kSeat) ++count.won[position.seat_name(row.winner)];
}

std::string won_text(const Count& count) {
  std::vector<std::string> parts;
  for (const auto& [name, rows] : count.won) parts.push_back(name + " " + base::with_thousands(rows));
  if (count.draws > 0) parts.push_back("draw " + base::with_thousands(count.draws));
  if (count.nobodys > 0) parts.push_back("nobody " + base::with_thousands(count.nobodys));
  return parts.empty() ? "-" : base::join(parts, ", ");
}

/// Hours of the rows that were timed, and how many of all those are.
std::string hours_text(const Count& count) {
  if (count.timed == 0) return "not measured";
  constexpr double kSecondsPerHour = 3600;
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << count.seconds / kSecondsPerHour;
  if (count.timed < count.rows) out << " (" << base::with_thousands(count.timed) << " rows)";
  return out.str();
}

using PlacedRow = std::pair<AtlasRow, catalog::AnyPosition>;

std::vector<PlacedRow> placed_rows(const Atlas& atlas) {
  std::vector<PlacedRow> rows;
  for (const AtlasRow& row : atlas.rows()) {
    if (auto position = position_of(atlas.game(), row)) rows.emplace_back(row, std::move(*position));
  }
  return rows;
}

std::vector<std::string> total_row(const std::string& name, const Count& count) {
  return {name,
          base::with_thousands(count.rows),
          base::with_thousands(count.rows - count.open),
          base::with_thousands(count.open),
          base::with_thousands(count.nodes),
          hours_text(count)};
}

/// How much there is of each game and in all.
void write_totals(std::ostringstream& out, const std::vector<std::shared_ptr<const Atlas>>& atlases) {
  base::TextTable table = {{"game", "rows", "proven", "open", "nodes", "hours"}};
  Count all;
  for (const auto& atlas : atlases) {
    Count count;
    for (const auto& [row, position] : placed_rows(*atlas)) {
      add(count, row, position);
      add(all, row, position);
    }
    table.push_back(total_row((*catalog::find_game(atlas->game()))->title, count));
  }
  table.push_back(total_row("all", all));
  out << base::markdown_table(table) << '\n';
}

/// Option by option, numbers as numbers: side 9 comes before side 10.
bool comes_before(const base::OptionValues& a, const base::OptionValues& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    const auto number = base::read_int(one.second);
    const auto other_number = base::read_int(other.second);
    if (number && other_number && one.first == other.first) return *number < *other_number;
    return one < other;
  });
}

void write_starts(std::ostringstream& out, const std::string& game, std::vector<PlacedRow> rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const PlacedRow& a, const PlacedRow& b) { return comes_before(a.first.rules, b.first.rules); });
  base::TextTable table = {{"rules", "from the start", "evidence", "nodes"}};
  for (const auto& [row, position] : rows) {
    if (!row.moves.empty()) continue;
    table.push_back(
        {rules_text(game, row.rules), verdict_of(row, position), row.evidence, base::with_thousands(row.nodes)});
  }
  out << base::markdown_table(table) << '\n';
}

void write_counts(std::ostringstream& out, const std::string& game, const std::vector<PlacedRow>& rows) {
  std::map<std::pair<std::string, std::size_t>, Count> counts;
  for (const auto& [row, position] : rows) add(counts[{rules_text(game, row.rules), row.moves.size()}], row, position);
  base::TextTable table = {{"rules", "plies played", "positions", "won by", "open", "nodes"}};
  for (const auto& [key, count] : counts) {
    if (key.second == 0) continue;
    table.push_back({key.first, std::to_string(key.second), std::to_string(count.rows), won_text(count),
                     std::to_string(count.open), base::with_thousands(count.nodes)});
  }
  out << base::markdown_table(table) << '\n';
}

void write_list(std::ostringstream& out, const std::string& title, std::vector<PlacedRow> rows, const auto& before) {
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const PlacedRow& a, const PlacedRow& b) { return before(a.first, b.first); });
  base::TextTable table = {{"moves", "result", "nodes"}};
  for (std::size_t i = 0; i < std::min(kShown, rows.size()); ++i) {
    const auto& [row, position] = rows[i];
    table.push_back({base::join(row.moves, " "), verdict_of(row, position), base::with_thousands(row.nodes)});
  }
  out << title << "\n\n" << base::markdown_table(table) << '\n';
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
  // To be open says something only beside positions that are proven.
  const bool has_won = !those(rows, [](const AtlasRow& row) { return row.is_known(); }).empty();
  write_list(
      out,
      std::string("Open after the longest searches") + (has_won ? ", and so the fairest starts that are known:" : ":"),
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
         "one ply later. Hours are by the clock, beside other work, of the rows that were surveyed since they are "
         "measured.\n\n";
  write_totals(out, atlases);
  for (const auto& atlas : atlases) write_game(out, *atlas);
  std::string page = out.str();
  while (page.size() > 1 && page[page.size() - 2] == '\n') page.pop_back();
  return page;
}

}  // namespace partita::study
