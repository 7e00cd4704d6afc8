// Corpus lines of every kind.
#include "fuzz/fuzz_input.h"
#include "record/corpus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace partita::record;
  const std::string_view text = partita::fuzz::text_of(data, size);
  const auto kind = corpus_kind(text);
  if (!kind) return 0;
  const auto tally = check_corpus(text, *kind, {{"rules", "ashton"}});
  const auto games = read_corpus_games(text, *kind);
  partita::fuzz::must(!tally.ok() || tally->games == 0 || games.ok(), "a checked corpus of games can be read");
  return 0;
}
