#include "lab/authors.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "catalog/games.h"

namespace partita::lab {

namespace {

constexpr std::size_t kMostDifferences = 5;

struct KnownTable {
  const catalog::GameEntry* game = nullptr;
  const game::AuthorTable* table = nullptr;
};

/// The tables of every game.
std::vector<KnownTable> known_tables() {
  std::vector<KnownTable> known;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    for (const game::AuthorTable& table : game.profile->author_tables) known.push_back({&game, &table});
  }
  return known;
}

base::Parsed<KnownTable> table_with(std::size_t columns) {
  std::vector<std::string> expected;
  for (const KnownTable& known : known_tables()) {
    if (known.table->columns == columns) return known;
    expected.push_back(std::to_string(known.table->columns) + " (" + std::string(known.table->name) + ": moves, " +
                       std::string(known.table->heading) + ")");
  }
  return base::Error{std::to_string(columns) + " columns between tabs, expected " + base::join(expected, ", ")};
}

/// Answers the rows of one table.
class RowWriter {
 public:
  static base::Parsed<RowWriter> make(const KnownTable& known) {
    RowWriter writer(known);
    if (known.table->row != nullptr) return writer;
    for (const game::ReportAbout& about : known.game->profile->reports) {
      if (about.name != known.table->report) continue;
      auto rules = base::read_values(about.rules);
      if (!rules) return rules.forward_error();
      writer.rules_ = std::move(*rules);
    }
    const auto spec = catalog::read_engine_spec(known.table->engine);
    if (!spec) return spec.forward_error();
    auto engine = catalog::make_plain_engine(known.game->name, writer.rules_, *spec);
    if (!engine) return engine.forward_error();
    writer.engine_ = std::move(*engine);
    return writer;
  }

  base::Parsed<std::string> row(const std::string& moves) {
    const game::AuthorTable& table = *known_.table;
    if (table.row != nullptr) return table.row(moves);
    auto position = catalog::AnyPosition::initial(known_.game->name, rules_);
    if (!position) return position.forward_error();
    for (const std::string_view move : base::words(moves)) {
      if (const auto played = position->play(move); !played) return played.forward_error();
    }
    if (position->is_over()) return base::Error{"the game is over after these moves"};
    std::vector<std::string> columns;
    if (table.names_side) columns.emplace_back(position->to_move() == 0 ? "1" : "-1");
    for (const int depth : table.depths) add_search(*position, depth, columns);
    return base::join(columns, "\t");
  }

 private:
  explicit RowWriter(const KnownTable& known) : known_(known) {}

  void add_search(const catalog::AnyPosition& position, int depth, std::vector<std::string>& columns) {
    engine_->new_game();
    catalog::SearchRequest request;
    request.limits.depth = depth;
    const catalog::SearchResult result = engine_->search(position, request);
    const catalog::ScoreReport score = result.lines.empty() ? catalog::ScoreReport{} : result.lines.front().score;
    const bool is_named = known_.table->win != 0 && score.distance.has_value();
    const std::int64_t win = is_named && *score.distance < 0 ? -known_.table->win : known_.table->win;
    columns.push_back(std::to_string(is_named ? win : score.value));
    if (!known_.table->has_move_and_states) return;
    columns.push_back(result.best_move);
    // The programs count the position that is asked about as well.
    columns.push_back(std::to_string(result.nodes + 1));
  }

  KnownTable known_;
  base::OptionValues rules_;
  std::unique_ptr<catalog::AnyEngine> engine_;
};

void note_difference(const std::vector<std::string_view>& columns, const std::string& ours, int line,
                     AuthorCheck& check) {
  if (check.differences.size() >= kMostDifferences) return;
  const auto own = base::split(ours, '\t');
  for (std::size_t i = 1; i < columns.size(); ++i) {
    const std::string said(i - 1 < own.size() ? own[i - 1] : "");
    if (columns[i] == said) continue;
    check.differences.push_back("line " + std::to_string(line) + ", column " + std::to_string(i + 1) + ": " +
                                std::string(columns[i]) + " in the file, " + said + " here");
    return;
  }
}

}  // namespace

base::Parsed<AuthorCheck> check_author_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return base::Error{path + ": cannot be read"};
  AuthorCheck check;
  std::optional<RowWriter> writer;
  std::size_t expected = 0;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const std::string place = path + ":" + std::to_string(number);
    const auto columns = base::split(line, '\t');
    if (!writer) {
      const auto known = table_with(columns.size());
      if (!known) return known.error_at(place);
      auto made = RowWriter::make(*known);
      if (!made) return made.error_at(path);
      writer.emplace(std::move(*made));
      expected = columns.size();
      check.table = std::string(known->table->name);
      check.report = std::string(known->table->report);
    }
    if (columns.size() != expected) {
      return base::Error{place + ": " + std::to_string(columns.size()) + " columns, expected " +
                         std::to_string(expected) + " as in the rows before"};
    }
    const auto ours = writer->row(std::string(columns.front()));
    if (!ours) return ours.error_at(place);
    ++check.rows;
    const bool is_equal = line.substr(columns.front().size() + 1) == *ours;
    check.equal += is_equal ? 1 : 0;
    if (!is_equal) note_difference({columns.begin(), columns.end()}, *ours, number, check);
  }
  if (check.rows == 0) return base::Error{path + ": no rows"};
  return check;
}

std::string author_check_text(const AuthorCheck& check) {
  std::string text = check.table + " (" + check.report + "): " + std::to_string(check.equal) + " of " +
                     std::to_string(check.rows) + " rows equal\n";
  for (const std::string& difference : check.differences) text += "  " + difference + "\n";
  return text;
}

}  // namespace partita::lab
