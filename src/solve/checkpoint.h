#pragma once

#include <cstdint>
#include <string>

#include "base/parsed.h"
#include "solve/proof_table.h"

namespace partita::solve {

/// What a checkpoint belongs to and how much work is in it.
struct CheckpointHeader {
  std::string claim;           ///< one line that names game, rules, position and attacker; must match to resume
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// Writes the costly part of the table beside `path` and renames it into place, so that a crash at any moment leaves the
/// old or the new file whole.
base::Parsed<base::Done> write_checkpoint(const std::string& path, const CheckpointHeader& header,
                                          const ProofTable& table);

/// Fills the table from a checkpoint of the same claim. A damaged or foreign file is an error; then the table must be
/// cleared before use.
base::Parsed<CheckpointHeader> read_checkpoint(const std::string& path, const std::string& claim, ProofTable& table);

}  // namespace partita::solve
