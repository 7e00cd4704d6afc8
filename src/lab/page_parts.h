#pragma once

#include <map>
#include <string>
#include <vector>

#include "draw/plot.h"
#include "lab/report_pages.h"
#include "lab/report_questions.h"

/// What the pages of the reports are put together from. All numbers of ours come out of stored results.
namespace partita::lab {

/// The stored results by id.
class ResultShelf {
 public:
  /// All *.json of a folder; a file that answers no question is an error.
  static base::Parsed<ResultShelf> load(const std::string& folder);
  /// Null where nothing is stored.
  const ReportResult* find(const std::string& id) const;
  /// One of a measurement's tables; null where it is not stored.
  const ReportTable* table(const std::string& id, const std::string& name) const;
  const std::map<std::string, ReportResult>& all() const { return results_; }

 private:
  std::map<std::string, ReportResult> results_;
};

using Rows = std::vector<std::vector<std::string>>;

/// One page under construction: its text and the pictures beside it.
struct PageDraft {
  std::string text;
  std::vector<PageFile> pictures;
};

/// A Markdown table, the first row as heads.
std::string markdown_table(const Rows& rows);
/// "12,345", "0.04": as many digits as such a number deserves.
std::string number_text(double value);
/// "3 h 5 min", "12 min", "48 s".
std::string duration_text(double seconds);
/// The text of a cell: words as they are, numbers as above.
std::string cell_text(const Cell& cell);
/// What a page needs and a stored table does not have: another version's program wrote the file. Thrown within this
/// room alone; make_report_pages() turns it into an error that names file and field.
struct MissingColumn {
  const ReportTable* table;
  std::string column;
};
/// The number (the text) in a row's column of this name; a MissingColumn where there is none.
double number_in(const ReportTable& table, const std::vector<Cell>& row, const std::string& column);
std::string word_in(const ReportTable& table, const std::vector<Cell>& row, const std::string& column);

/// Whether the games say what the report says: nothing if there are none.
enum class Verdict { kNone, kConfirmed, kContradicted, kOpen };
Verdict verdict_of(const ReportMatch& match, const ReportResult* result);
/// The match of this id. REQUIRES: there is one.
const ReportMatch& match_of(const std::string& id);
/// "82.5% ± 3.1 (400 games)", or that it was not asked.
std::string score_of(const ResultShelf& shelf, const std::string& id);
/// The report's questions with their answers, one row each.
std::string question_table(const ResultShelf& shelf, const std::vector<std::string>& ids);
/// A bar for each question that was asked: its score above or below an even match.
std::string question_plot(const ResultShelf& shelf, const std::string& title, const std::vector<std::string>& ids);
/// Every result of a report with what repeats it: command, seed, commit, machine, date, games, time.
std::string provenance_table(const ResultShelf& shelf, const std::string& report);
/// A whole stored table as it is.
std::string whole_table(const ReportTable* table);
/// "![alt](name)" and the picture itself, kept in the draft.
std::string picture(PageDraft& draft, const std::string& name, const std::string& alt, const std::string& svg);
/// Words for a measurement that is not stored.
extern const char* const kNotMeasured;

/// Term by term where a report's text and its author's program part, and which the report's figures come from.
std::string form_text(const ResultShelf& shelf, const std::string& report);

// One file each.
PageDraft sweere_page(const ResultShelf& shelf);
PageDraft aboukhadra_page(const ResultShelf& shelf);
PageDraft rao_page(const ResultShelf& shelf);
PageDraft rudin_page(const ResultShelf& shelf);
PageDraft trebing_page(const ResultShelf& shelf);

}  // namespace partita::lab
