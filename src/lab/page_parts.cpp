#include "lab/page_parts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>

#include "arena/elo_text.h"
#include "base/text.h"

namespace partita::lab {

namespace {

bool is_question(const std::string& id) {
  const auto is_it = [&](const auto& asked) { return asked.id == id; };
  return std::any_of(report_matches().begin(), report_matches().end(), is_it) ||
         std::any_of(report_measures().begin(), report_measures().end(), is_it);
}

std::string with_commas(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0 && digits[i - 1] != '-') text += ",";
    text += digits[i];
  }
  return text;
}

std::size_t column_of(const ReportTable& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  return static_cast<std::size_t>(found - table.columns.begin());
}

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNone: return "–";
    case Verdict::kConfirmed: return "as reported";
    case Verdict::kContradicted: return "**not as reported**";
    case Verdict::kOpen: return "no difference seen";
  }
  return {};
}

std::string control_words(const std::string& control) {
  if (control.rfind("nodes=", 0) == 0) return with_commas(control.substr(6)) + " nodes";
  if (control.rfind("depth=", 0) == 0) return "depth " + control.substr(6);
  return control;
}

std::string players_text(const ReportMatch& match) {
  const std::string controls = match.first_control == match.second_control
                                   ? control_words(match.first_control) + " each"
                                   : control_words(match.first_control) + " : " + control_words(match.second_control);
  return "`" + match.first + "` – `" + match.second + "`, " + controls;
}

std::string seat_text(const SeatScore& seat) { return base::format("%d %d %d", seat.wins, seat.draws, seat.losses); }

/// Mean nodes a move of both players.
std::string nodes_text(const MatchResult& match) {
  std::string text;
  for (std::size_t who = 0; who < 2; ++who) {
    const double mean =
        match.moves[who] > 0 ? static_cast<double>(match.nodes[who]) / static_cast<double>(match.moves[who]) : 0;
    text += (who > 0 ? " : " : "") + with_commas(base::format("%.0f", mean));
  }
  return text;
}

}  // namespace

const char* const kNotMeasured = "*Not measured yet.*\n";

base::Parsed<ResultShelf> ResultShelf::load(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  if (error) return base::Error{folder + ": cannot be read: " + error.message()};
  std::sort(paths.begin(), paths.end());
  ResultShelf shelf;
  for (const std::string& path : paths) {
    auto result = load_result(path);
    if (!result) return result.forward_error();
    if (!is_question(result->id)) return base::Error{path + ": field id: answers no question"};
    std::string id = result->id;
    shelf.results_.emplace(std::move(id), std::move(*result));
  }
  return shelf;
}

const ReportResult* ResultShelf::find(const std::string& id) const {
  const auto found = results_.find(id);
  return found == results_.end() ? nullptr : &found->second;
}

const ReportTable* ResultShelf::table(const std::string& id, const std::string& name) const {
  const ReportResult* result = find(id);
  if (result == nullptr) return nullptr;
  for (const ReportTable& table : result->tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

std::string markdown_table(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "|";
    for (std::string cell : rows[i]) {
      for (std::size_t bar = cell.find('|'); bar != std::string::npos; bar = cell.find('|', bar + 2))
        cell.insert(bar, "\\");
      text += " " + cell + " |";
    }
    text += "\n";
    if (i > 0) continue;
    text += "|";
    for (std::size_t column = 0; column < rows[0].size(); ++column) text += "---|";
    text += "\n";
  }
  return text + "\n";
}

std::string number_text(double value) {
  if (std::floor(value) == value) return with_commas(base::format("%.0f", value));
  if (std::fabs(value) >= 100) return with_commas(base::format("%.0f", value));
  std::string text = base::format(std::fabs(value) < 1 ? "%.3f" : "%.2f", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole >= 3600) return base::format("%ld h %ld min", whole / 3600, whole % 3600 / 60);
  if (whole >= 120) return base::format("%ld min", (whole + 30) / 60);
  return whole > 0 ? base::format("%ld s", whole) : "under a second";
}

std::string cell_text(const Cell& cell) {
  const auto* word = std::get_if<std::string>(&cell);
  return word != nullptr ? *word : number_text(std::get<double>(cell));
}

double number_in(const ReportTable& table, const std::vector<Cell>& row, const std::string& column) {
  const std::size_t place = column_of(table, column);
  const auto* number = place < row.size() ? std::get_if<double>(&row[place]) : nullptr;
  if (number == nullptr) throw MissingColumn{&table, column};
  return *number;
}

std::string word_in(const ReportTable& table, const std::vector<Cell>& row, const std::string& column) {
  const std::size_t place = column_of(table, column);
  if (place >= row.size()) throw MissingColumn{&table, column};
  return cell_text(row[place]);
}

Verdict verdict_of(const ReportMatch& match, const ReportResult* result) {
  if (result == nullptr || !result->match || match.reported == Reported::kUntold) return Verdict::kNone;
  const arena::PairScore& score = result->match->score;
  const double value = score.pairs.score(), error = half_width(score);
  const bool is_better = value - error > 0.5, is_worse = value + error < 0.5;
  if (match.reported == Reported::kEqual) return is_better || is_worse ? Verdict::kContradicted : Verdict::kConfirmed;
  return is_better ? Verdict::kConfirmed : is_worse ? Verdict::kContradicted : Verdict::kOpen;
}

const ReportMatch& match_of(const std::string& id) {
  const auto found = std::find_if(report_matches().begin(), report_matches().end(),
                                  [&](const ReportMatch& match) { return match.id == id; });
  assert(found != report_matches().end());
  return *found;
}

std::string score_of(const ResultShelf& shelf, const std::string& id) {
  const ReportResult* result = shelf.find(match_of(id).id);
  if (result == nullptr || !result->match) return "(not asked yet)";
  return arena::score_text(result->match->score, "±") + " (" + number_text(result->match->games()) + " games)";
}

std::string question_table(const ResultShelf& shelf, const std::vector<std::string>& ids) {
  Rows rows = {{"question", "§", "the report", "players and limits", "games", "+ = −", "as first, as second", "score",
                "", "nodes a move", "time"}};
  for (const std::string& id : ids) {
    const ReportMatch& match = match_of(id);
    const ReportResult* result = shelf.find(id);
    rows.push_back({match.asks, match.section, match.answered, players_text(match)});
    if (result == nullptr || !result->match) {
      rows.back().insert(rows.back().end(), {"0", "not asked yet", "", "", "", "", ""});
      continue;
    }
    const MatchResult& answer = *result->match;
    rows.back().insert(
        rows.back().end(),
        {number_text(answer.games()),
         base::format("%d %d %d", answer.score.wins, answer.score.draws, answer.score.losses),
         seat_text(answer.seats[0]) + ", " + seat_text(answer.seats[1]), arena::score_text(answer.score, "±"),
         verdict_text(verdict_of(match, result)), nodes_text(answer), duration_text(result->seconds())});
  }
  return markdown_table(rows);
}

std::string question_plot(const ResultShelf& shelf, const std::string& title, const std::vector<std::string>& ids) {
  std::vector<draw::PlotBar> bars;
  for (const std::string& id : ids) {
    const ReportResult* result = shelf.find(id);
    if (result == nullptr || !result->match) continue;
    const arena::PairScore& score = result->match->score;
    bars.push_back({id.substr(id.find('-') + 1), 100 * score.pairs.score() - 50, 100 * half_width(score)});
  }
  return draw::bars_svg(title, "points of a hundred above (below) an even match, with 95% intervals", bars);
}

std::string provenance_table(const ResultShelf& shelf, const std::string& report) {
  Rows rows = {{"result", "again by", "seed", "games", "processor time", "commit", "machine", "date"}};
  for (const auto& [id, result] : shelf.all()) {
    if (result.report != report) continue;
    for (std::size_t i = 0; i < result.runs.size(); ++i) {
      const ReportRun& run = result.runs[i];
      rows.push_back({i == 0 ? "[" + id + "](../../data/reports/" + id + ".json)" : "and",
                      i == 0 ? "`" + result.command + "`" : "", i == 0 ? std::to_string(result.seed) : "",
                      run.games > 0 ? number_text(run.games) : "", duration_text(run.seconds), run.by.commit,
                      run.by.machine, run.by.date});
    }
  }
  return rows.size() == 1 ? std::string(kNotMeasured) + "\n" : markdown_table(rows);
}

std::string whole_table(const ReportTable* table) {
  if (table == nullptr) return kNotMeasured;
  Rows rows = {table->columns};
  for (const auto& row : table->rows) {
    rows.emplace_back();
    for (const Cell& cell : row) rows.back().push_back(cell_text(cell));
  }
  return markdown_table(rows);
}

std::string picture(PageDraft& draft, const std::string& name, const std::string& alt, const std::string& svg) {
  draft.pictures.push_back({name, svg});
  return "![" + alt + "](" + name + ")\n\n";
}

}  // namespace partita::lab
