// Certificates: what is read is written the same, and the verifier comes to an end with any of them.
// Room: catalog
#include "catalog/solver.h"
#include "fuzz/fuzz_input.h"

using partita::fuzz::must;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita;
  const auto read = solve::read_certificate(fuzz::text_of(data, size));
  if (!read) return 0;
  const std::string once = solve::write_certificate(read->certificate);
  const auto again = solve::read_certificate(once);
  must(!again || solve::write_certificate(again->certificate) == once, "writing is stable");
  const auto found = catalog::verify_certificate(read->certificate, catalog::Rim::kAllowed);
  if (found && !found->accepted) must(!found->reason.empty(), "a refusal has a reason");
  return 0;
}
