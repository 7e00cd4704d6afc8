#include "lab/report_pages.h"

#include <filesystem>
#include <fstream>

#include "catalog/games.h"
#include "lab/claims.h"
#include "lab/page_parts.h"

namespace partita::lab {

namespace {

struct ReportPage {
  const char* name;
  const char* author;
  const char* title;
  const char* about;
  PageDraft (*make)(const ResultShelf&);
};
constexpr ReportPage kPages[] = {
    {"sweere", "Sam Sweere", "Intelligent Search and Games: Adantino AI project (2019)",
     "{title}: alpha-beta with a table, two evaluations, a time for every move", sweere_page},
    {"aboukhadra", "A. Aboukhadra", "Alpha-Beta Search for {title} Game (2019)",
     "{title}: seven search strategies and an evaluation of the last move; 4th of 32", aboukhadra_page},
    {"rao", "Chinmay Rao", "{title} Engine (2019)",
     "{title}: three variants of alpha-beta to depth 3, evaluations Fn1 and Fn2", rao_page},
    {"rudin", "Nikita Rudin", "Final Project Report COMP 424 (2018)",
     "Tablut: an agent whose utility grew feature by feature", rudin_page},
    {"trebing", "Kevin Trebing", "Project Report {title} (2018)",
     "{title}: null moves, multi-cut and killer moves on a table; 1st of his tournament", trebing_page},
};

struct Totals {
  int matches = 0, asked = 0, narrow = 0, games = 0, confirmed = 0, contradicted = 0, open = 0;
  double seconds = 0;
};

Totals totals_of(const ResultShelf& shelf, const std::string& report) {
  constexpr double kBar = 0.05;
  Totals totals;
  for (const ReportMatch& match : report_matches()) {
    if (match.report != report) continue;
    ++totals.matches;
    const ReportResult* result = shelf.find(match.id);
    if (result == nullptr || !result->match) continue;
    ++totals.asked;
    totals.games += result->match->games();
    totals.narrow += half_width(result->match->score) <= kBar ? 1 : 0;
    const Verdict verdict = verdict_of(match, result);
    totals.confirmed += verdict == Verdict::kConfirmed ? 1 : 0;
    totals.contradicted += verdict == Verdict::kContradicted ? 1 : 0;
    totals.open += verdict == Verdict::kOpen ? 1 : 0;
  }
  for (const auto& [id, result] : shelf.all()) totals.seconds += result.report == report ? result.seconds() : 0;
  return totals;
}

/// The counts of the verdicts, and below them everything that the reports claim.
std::string claims_part(const ResultShelf& shelf, const std::vector<std::vector<Claim>>& claims) {
  if (claims.empty()) return "";
  Rows rows = {{"report", "claims", "as reported", "not as reported", "no difference seen", "cannot be asked"}};
  const auto add_counts = [&](const std::string& name, const ClaimCounts& counts) {
    rows.push_back({name, number_text(counts.claims), number_text(counts.as_reported),
                    number_text(counts.not_as_reported), number_text(counts.no_difference),
                    number_text(counts.cannot_be_asked)});
  };
  std::string tables;
  ClaimCounts all;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const ReportPage& page = kPages[i];
    const ClaimTable table = claim_table(shelf, page.name, claims[i]);
    add_counts(std::string("[") + page.author + "](#" + page.name + ")", table.counts);
    all += table.counts;
    tables += "### " + std::string(1, static_cast<char>(page.name[0] - 'a' + 'A')) + (page.name + 1) + "\n\n" +
              about_subject(table.text, page.name);
  }
  add_counts("all", all);
  return "## Everything the reports claim\n\n"
         "Each sentence of the five reports that claims something: a feature, a number, an observation. What games "
         "decide is taken from the matches of the pages; on the page of `./play` the last column is a click away.\n\n" +
         markdown_table(rows) + tables;
}

std::string index_page(const ResultShelf& shelf, const std::vector<std::vector<Claim>>& claims) {
  std::string text =
      "# The five reports, measured again\n\n"
      "Partita grew out of five student reports. Their engines live on in it as presets that behave as the reports "
      "describe. Each page says, row by row, where what a report describes is found here; puts every table and figure "
      "of "
      "the report beside ours; and asks the report's questions by matches, with error bars.\n\n";
  Rows rows = {{"report", "", "questions asked by matches", "± 5 points or better", "games", "processor time",
                "as reported", "no difference seen", "not as reported"}};
  Totals sum;
  for (const ReportPage& page : kPages) {
    const Totals totals = totals_of(shelf, page.name);
    rows.push_back(
        {about_subject(std::string("[") + page.author + ", *" + page.title + "*](", page.name) + page.name + ".md)",
         about_subject(page.about, page.name), number_text(totals.asked) + " of " + number_text(totals.matches),
         number_text(totals.narrow), number_text(totals.games), duration_text(totals.seconds),
         number_text(totals.confirmed), number_text(totals.open), number_text(totals.contradicted)});
    sum.asked += totals.asked, sum.matches += totals.matches, sum.narrow += totals.narrow, sum.games += totals.games;
    sum.confirmed += totals.confirmed, sum.open += totals.open, sum.contradicted += totals.contradicted;
    sum.seconds += totals.seconds;
  }
  rows.push_back({"all", "", number_text(sum.asked) + " of " + number_text(sum.matches), number_text(sum.narrow),
                  number_text(sum.games), duration_text(sum.seconds), number_text(sum.confirmed), number_text(sum.open),
                  number_text(sum.contradicted)});
  text += markdown_table(rows);
  text +=
      "\"As reported\" and \"not as reported\" are said where the 95% interval lies wholly on one side of an even "
      "match; where the "
      "report saw both engines equal, \"as reported\" means that the interval holds the even match. Questions that a "
      "report "
      "does not answer have no verdict.\n\n" +
      claims_part(shelf, claims) +
      "## How this is made\n\n"
      "`partita lab reports --run` plays and measures ([measuring](../lab.md#experiments)) and keeps every answer as a "
      "file of "
      "[`data/reports`](../../data/reports); `partita lab reports` makes these pages and pictures from the files. No "
      "number of "
      "ours is typed: a test makes the pages again and compares them byte for byte, and a file altered by hand is "
      "refused.\n\n"
      "```sh\n./partita lab reports --out build/reports\ncmp build/reports/sweere.md docs/reports/sweere.md\n```\n\n"
      "Matches are played from random openings that a short search does not decide, each from both seats; a pair of "
      "games is one "
      "trial of the interval. Nodes limit the moves wherever time is not what is asked about, so that every machine "
      "plays the same "
      "games and the command in the last table of a page repeats them one by one.\n";
  return text;
}

/// The file of a table that lacks a column.
std::string place_of(const ResultShelf& shelf, const std::string& folder, const MissingColumn& missing) {
  for (const auto& [id, result] : shelf.all()) {
    for (const ReportTable& table : result.tables) {
      if (&table == missing.table) {
        return (std::filesystem::path(folder) / (id + ".json")).string() + ": field tables, " + table.name +
               ", column '" + missing.column +
               "': missing or of the wrong type (partita lab reports --run --again --question " + id + ")";
      }
    }
  }
  return folder + ": a table lacks the column '" + missing.column + "'";
}

/// Who it is, and the time that it was given.
std::string who_text(const std::string& report) {
  for (const game::AuthorEngine& author : subject_of(report).game->profile->authors) {
    if (author.report == report) return std::string(author.who) + "\n\n";
  }
  return "";
}

std::vector<PageFile> pages_from(const ResultShelf& shelf, const std::vector<std::vector<Claim>>& claims) {
  std::vector<PageFile> files = {{"README.md", index_page(shelf, claims)}};
  for (const ReportPage& page : kPages) {
    PageDraft draft = page.make(shelf);
    std::string text = "# " + std::string(page.author) + ": " + page.title + "\n\n" + std::string(page.about) +
                       ". [All five reports](README.md).\n\n" + who_text(page.name) + draft.text +
                       "## Every result, and how to get it again\n\n" + provenance_table(shelf, page.name);
    text = about_subject(std::move(text), page.name);
    while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
    files.push_back({std::string(page.name) + ".md", std::move(text)});
    for (PageFile& picture : draft.pictures) files.push_back(std::move(picture));
  }
  return files;
}

}  // namespace

base::Parsed<std::vector<PageFile>> make_report_pages(const std::string& folder) {
  const auto shelf = ResultShelf::load(folder);
  if (!shelf) return shelf.forward_error();
  // Results that somebody else keeps have no claims beside them.
  std::vector<std::vector<Claim>> claims;
  const bool has_claims = std::filesystem::exists(std::filesystem::path(folder) / "claims");
  for (const ReportPage& page : kPages) {
    if (!has_claims) break;
    auto loaded = load_claims(folder, page.name);
    if (!loaded) return loaded.forward_error();
    claims.push_back(std::move(*loaded));
  }
  try {
    return pages_from(*shelf, claims);
  } catch (const MissingColumn& missing) {
    return base::Error{place_of(*shelf, folder, missing)};
  }
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

}  // namespace partita::lab
