#include "reports/pages.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/embedded.h"
#include "catalog/games.h"
#include "lab/report_questions.h"
#include "reports/embedded_pages.h"
#include "reports/tables.h"

namespace partita::reports {

namespace {

/// Results that somebody else keeps have no claims beside them.
base::Parsed<std::map<std::string, std::vector<Claim>>> claims_beside(const std::string& folder) {
  std::map<std::string, std::vector<Claim>> claims;
  if (!std::filesystem::exists(std::filesystem::path(folder) / "claims")) return claims;
  for (const std::string& report : lab::report_names()) {
    auto loaded = load_claims(folder, report);
    if (!loaded) return loaded.forward_error();
    claims[report] = std::move(*loaded);
  }
  return claims;
}

/// Who wrote each report, and the engine's time there: the profiles say it.
lab::ReportTable author_table() {
  lab::ReportTable table{"authors", {"report", "who"}, {}};
  for (const std::string& report : lab::report_names()) {
    for (const game::AuthorEngine& author : lab::subject_of(report).game->profile->authors) {
      if (author.report == report) table.rows.push_back({report, std::string(author.who)});
    }
  }
  return table;
}

/// A column that a stored table lacks was written by another version's program: the file is named, and what mends it.
std::string explained(const std::string& error, const Results& results, const std::string& folder,
                      std::string_view page) {
  constexpr std::string_view kMissing = "no such column: ";
  const std::size_t at = error.find(kMissing);
  if (at == std::string::npos) return error;
  const std::string column = error.substr(at + kMissing.size());
  for (const auto& [id, result] : results) {
    for (const lab::ReportTable& table : result.tables) {
      if (page.find("\"" + id + "/" + table.name + "\"") == std::string_view::npos) continue;
      if (std::find(table.columns.begin(), table.columns.end(), column) != table.columns.end()) continue;
      return (std::filesystem::path(folder) / (id + ".json")).string() + ": field tables, " + table.name +
             ", column '" + column + "': missing (partita lab reports --run --again --question " + id + ")";
    }
  }
  return error;
}

}  // namespace

base::Parsed<std::vector<PageFile>> make_report_pages(const std::string& folder) {
  const auto results = load_results(folder);
  if (!results) return results.forward_error();
  const auto claims = claims_beside(folder);
  if (!claims) return claims.forward_error();
  Database database = all_tables(*results, *claims);
  database.add(author_table(), "authors");
  std::vector<PageFile> files;
  for (const base::EmbeddedFile& page : embedded::report_pages()) {
    if (!page.name.ends_with(".md")) continue;
    auto text = fill_template(page.text, database, std::string(page.name.substr(0, page.name.size() - 3)), files);
    if (!text) {
      return base::Error{"pages/" + std::string(page.name) + ":" +
                         explained(text.error(), *results, folder, page.text)};
    }
    files.push_back({std::string(page.name), std::move(*text)});
  }
  return files;
}

base::Parsed<base::Done> write_report_pages(const std::string& folder, const std::string& out) {
  const auto files = make_report_pages(folder);
  if (!files) return files.forward_error();
  std::error_code error;
  std::filesystem::create_directories(out, error);
  for (const PageFile& file : *files) {
    const std::string path = (std::filesystem::path(out) / file.name).string();
    std::ofstream stream(path, std::ios::binary);
    if (!(stream << file.text).flush()) return base::Error{path + ": cannot be written"};
  }
  return base::Done{};
}

}  // namespace partita::reports
