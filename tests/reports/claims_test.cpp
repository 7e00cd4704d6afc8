// The table of everything the reports claim: its sentences, verdicts and commands.
#include "reports/claims.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "kit/program.h"
#include "lab/report_questions.h"
#include "reports/tables.h"
#include "study/engine.h"

namespace partita::reports {
namespace {

using lab::report_names;
using lab::subject_of;

namespace fs = std::filesystem;

const std::string kResults = std::string(PARTITA_SOURCE_DIR) + "/data/reports";

/// The words behind an option of a command, up to the next option.
std::vector<std::string> values_of(const std::vector<std::string_view>& words, std::string_view option) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != option) continue;
    for (++i; i < words.size() && words[i].substr(0, 2) != "--"; ++i) values.emplace_back(words[i]);
    break;
  }
  return values;
}

bool is_seat_of_a_person(const std::string& seat) { return seat == "human" || seat.size() <= 2; }

/// A command that names a preset or a switch that is not there would fail under a reader's hands.
TEST(Claims, CommandsNameEnginesThatExist) {
  int commands = 0;
  for (const std::string& report : report_names()) {
    const auto claims = load_claims(kResults, report);
    ASSERT_TRUE(claims.ok()) << claims.error();
    for (const Claim& claim : *claims) {
      if (claim.command.empty()) continue;
      const auto words = base::words(claim.command);
      ASSERT_EQ(words.front(), "partita") << claim.command;
      ASSERT_GT(words.size(), 1U);
      ++commands;
      std::vector<std::string> engines = values_of(words, "--engines");
      for (std::string& preset : values_of(words, "--preset")) engines.push_back(preset);
      for (const std::string& seats : values_of(words, "--seats")) {
        for (const std::string_view seat : base::split(seats, '/')) engines.emplace_back(seat);
      }
      for (const std::string& text : engines) {
        if (is_seat_of_a_person(text)) continue;
        const auto spec = catalog::read_engine_spec(text);
        ASSERT_TRUE(spec.ok()) << claim.command;
        const auto engine = study::make_engine(subject_of(report).game->name, subject_of(report).rules, *spec);
        EXPECT_TRUE(engine.ok()) << claim.command << ": " << (engine ? "" : engine.error());
      }
    }
  }
  EXPECT_GT(commands, 100);
}

/// What a query finds where these are the claims of Rao's report and the shipped results are stored: a line a row, its
/// cells after each other.
std::string ask(const std::string& query, const std::vector<Claim>& claims) {
  const auto results = load_results(kResults);
  EXPECT_TRUE(results.ok()) << results.error();
  const auto found = all_tables(*results, {{"rao", claims}}).ask(query, "rao");
  EXPECT_TRUE(found.ok()) << found.error();
  std::string text;
  for (const auto& row : found->rows) {
    for (const auto& cell : row) text += cell_text(cell) + " ";
    text += "\n";
  }
  return text;
}

TEST(Claims, VerdictsAreCounted) {
  const std::vector<Claim> claims = {{"1", "a", "", "as", ""},
                                     {"2", "b", "", "not", ""},
                                     {"3", "c", "", "none", ""},
                                     {"4", "d", "", "cannot: nobody knows", ""}};
  EXPECT_EQ(ask("SELECT claims, as_reported, not_as_reported, no_difference, cannot FROM claim_counts", claims),
            "4 1 1 1 1 \n");
  const std::string rows = ask("SELECT * FROM claim_rows ORDER BY _n", claims);
  EXPECT_NE(rows.find("cannot be asked: nobody knows"), std::string::npos) << rows;
  // Where a claim has no command of its own, one plays against the author's engine.
  EXPECT_NE(rows.find("--seats human/rao-ab-negamax-tt-id"), std::string::npos) << rows;
}

TEST(Claims, AMatchDecidesByItsGames) {
  const std::vector<Claim> claims = {{"3.5.2", "Fn2 is better", "", "match:rao-fn2-fn1", ""}};
  EXPECT_EQ(ask("SELECT as_reported FROM claim_counts", claims), "1 \n");
  const std::string rows = ask("SELECT * FROM claim_rows", claims);
  EXPECT_NE(rows.find("as reported: "), std::string::npos) << rows;
  EXPECT_NE(rows.find("partita arena"), std::string::npos) << rows;
}

TEST(Claims, BadLinesAreRefusedByName) {
  const std::string folder = kit::scratch_path("claims");
  fs::create_directories(folder + "/claims");
  const auto error_of = [&](const std::string& line) {
    std::ofstream(folder + "/claims/rao.tsv") << "# heads\n" << line << "\n";
    const auto claims = load_claims(folder, "rao");
    return claims ? std::string("no error") : claims.error();
  };
  EXPECT_NE(error_of("1\ta\tb").find("rao.tsv:2: 3 columns"), std::string::npos);
  EXPECT_NE(error_of("1\ta\tb\tmaybe\t").find("rao.tsv:2: verdict 'maybe'"), std::string::npos)
      << error_of("1\ta\tb\tmaybe\t");
  EXPECT_NE(error_of("1\ta\tb\tmatch:rao-nothing\t").find("no match of the id"), std::string::npos);
  EXPECT_NE(error_of("").find("no claims"), std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace partita::reports
