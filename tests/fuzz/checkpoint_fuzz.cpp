// Checkpoints of proofs: whatever stands in the file, it is this claim's own and whole, or it is refused.
// Room: solve
#include <sstream>
#include <string>

#include "fuzz/fuzz_input.h"
#include "solve/checkpoint.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::solve;
  static ProofTable table(1);
  std::istringstream in{std::string(partita::fuzz::text_of(data, size))};
  const auto header = read_checkpoint(in, "input", "a claim", table);
  if (header) must(header->claim == "a claim", "a checkpoint of another claim is refused");
  Remembered found;
  (void)table.probe({size, size}, found);
  table.clear();
  return 0;
}
