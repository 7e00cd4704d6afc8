#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/declared.h"
#include "base/option.h"
#include "base/parsed.h"

/// How often a game's motifs occur and whether the rules agree with every one of them: each that is found in games an
/// engine plays against itself is checked by playing on, and so is each claim of the reasons in reviews of such games.
namespace partita::lab {

struct MotifTableOptions {
  std::string game;
  base::OptionValues rules;
  int games = 1000;
  int reviewed = 40;  ///< games that are reviewed, played on the weaker levels
  std::uint64_t nodes = 100;
  std::uint64_t review_nodes = 10'000;
  int cost_plies = 60;                ///< of the game whose review is timed; 0: none is
  std::uint64_t cost_nodes = 50'000;  ///< of each search of that review
  std::uint64_t seed = 1;
  std::function<void(int done, int total)> on_game = {};  ///< may be empty
  const base::StopFlag* stop = nullptr;                   ///< may be null
};

struct MotifTable {
  struct Row {
    std::string name;
    std::uint64_t found = 0;
    std::uint64_t right = 0;    ///< of these, what the rules agree with
    std::uint64_t told = 0;     ///< claims of reasons
    std::uint64_t counted = 0;  ///< mistakes of this kind

    static void declare(auto& visit, auto& row) {
      visit("motif", row.name, base::Longest{60});
      visit("found", row.found, base::at_least(0));
      visit("true", row.right, base::at_least(0));
      visit("told", row.told, base::at_least(0));
      visit("mistakes", row.counted, base::at_least(0));
    }
  };

  std::string game;
  std::string rules;  ///< that differ from the usual ones
  std::uint64_t nodes = 0;
  std::uint64_t review_nodes = 0;
  std::vector<Row> rows;
  int games = 0;
  std::uint64_t moves = 0;
  int reviewed = 0;
  std::uint64_t marks = 0;              ///< of moves that were faults
  std::uint64_t marks_with_reason = 0;  ///< with a claim that the rules verify
  std::uint64_t marks_with_proof = 0;   ///< without one, but with a proven win or loss
  std::uint64_t claims = 0;
  std::uint64_t right_claims = 0;
  /// One review of one game, with its reasons and without: processor time.
  int cost_plies = 0;
  std::uint64_t cost_nodes = 0;
  int cost_marks = 0;
  std::uint64_t with_reasons_ms = 0;
  std::uint64_t without_reasons_ms = 0;

  bool is_all_true() const;

  static constexpr const char* kPlace = "";
  static constexpr bool kIsStrict = true;
  static void declare(auto& visit, auto& table) {
    constexpr auto kCount = base::at_least(0);
    constexpr base::Range kFew{0, 1'000'000'000};
    visit("game", table.game, base::Longest{60});
    visit("rules", table.rules, base::Longest{200});
    visit("nodes", table.nodes, kCount);
    visit("review_nodes", table.review_nodes, kCount);
    visit("games", table.games, kFew);
    visit("moves", table.moves, kCount);
    visit("reviewed", table.reviewed, kFew);
    visit("marks", table.marks, kCount);
    visit("marks_with_reason", table.marks_with_reason, kCount);
    visit("marks_with_proof", table.marks_with_proof, kCount);
    visit("claims", table.claims, kCount);
    visit("true_claims", table.right_claims, kCount);
    visit("cost_plies", table.cost_plies, kFew);
    visit("cost_nodes", table.cost_nodes, kCount);
    visit("cost_marks", table.cost_marks, kFew);
    visit("with_reasons_ms", table.with_reasons_ms, kCount);
    visit("without_reasons_ms", table.without_reasons_ms, kCount);
    visit("rows", table.rows);
  }
};

/// The same options give the same table. An error for a game without motifs.
base::Parsed<MotifTable> make_motif_table(const MotifTableOptions& options);
std::string motif_table_text(const MotifTable& table);

/// A table as it is stored, one file a game.
std::string write_motif_table(const MotifTable& table);
base::Parsed<MotifTable> read_motif_table(std::string_view text);
/// docs/maintaining/motifs.md, from the tables stored in a folder. An error names the file.
base::Parsed<std::string> motif_page(const std::string& folder);

}  // namespace partita::lab
