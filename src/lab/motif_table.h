#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "base/parsed.h"

/// How often a game's motifs occur and whether the rules agree with every one of them: each that is found in games an
/// engine plays against itself is checked by playing on, and so is each claim of the reasons in reviews of such games.
namespace partita::lab {

struct MotifTableOptions {
  std::string game;
  base::OptionValues rules;
  int games = 1000;
  int reviewed = 20;  ///< games that are reviewed, played on the weaker levels
  std::uint64_t nodes = 100;
  std::uint64_t review_nodes = 10'000;
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
  };

  std::vector<Row> rows;
  int games = 0;
  std::uint64_t moves = 0;
  int reviewed = 0;
  std::uint64_t marks = 0;              ///< of moves that were faults
  std::uint64_t marks_with_reason = 0;  ///< with a claim that the rules verify
  std::uint64_t marks_with_proof = 0;   ///< without one, but with a proven win or loss
  std::uint64_t claims = 0;
  std::uint64_t right_claims = 0;
};

/// The same options give the same table. An error for a game without motifs.
base::Parsed<MotifTable> make_motif_table(const MotifTableOptions& options);
std::string motif_table_text(const MotifTable& table);

}  // namespace partita::lab
