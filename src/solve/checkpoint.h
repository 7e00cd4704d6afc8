#pragma once

#include <cstdint>
#include <istream>
#include <string>

#include "base/parsed.h"
#include "solve/proof_table.h"

namespace partita::solve {

/// What a checkpoint belongs to and how much work is in it.
struct CheckpointHeader {
  std::string claim;  ///< one line that names game, rules, position and attacker; must match to resume
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// Writes the costly part of the table beside `path` and renames it into place, so that a kill or a power cut at any
/// moment leaves the old or the new file whole. REQUIRES: what is at `path`, if anything, is a checkpoint of this
/// claim.
base::Parsed<base::Done> write_checkpoint(const std::string& path, const CheckpointHeader& header,
                                          const ProofTable& table);

/// Fills the table from a checkpoint of the same claim, written from a table of this size and seed. A damaged or
/// foreign file is an error; then the table must be cleared before use.
base::Parsed<CheckpointHeader> read_checkpoint(const std::string& path, const std::string& claim, ProofTable& table);
/// The same from an open stream; errors call it `name`.
base::Parsed<CheckpointHeader> read_checkpoint(std::istream& in, const std::string& name, const std::string& claim,
                                               ProofTable& table);

}  // namespace partita::solve
