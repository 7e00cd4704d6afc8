#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::learn {

/// A position to learn from. Value and result are as the network's viewing seat sees them.
struct Sample {
  std::vector<std::uint64_t> inputs;
  std::int32_t value = 0;  ///< of the search, in the game's units; kProvenValue and its negative for proven ends
  std::uint8_t head = 0;
  std::uint8_t result = 0;  ///< of the game, in twelfths of the point
  std::uint16_t ply = 0;
};
inline constexpr std::int32_t kProvenValue = 1'000'000'000;

/// Samples in a file of records of one length, for training programs: a text header ("partita samples 1", "words: N",
/// what was played; an empty line ends it), then for each position its inputs as 64-bit words, the value, head, result
/// and ply, lowest byte first. Any thread may add whole games.
class SampleFile {
 public:
  /// Refuses a file that exists.
  static base::Parsed<std::unique_ptr<SampleFile>> create(const std::string& path, std::size_t words,
                                                          const std::string& about);
  ~SampleFile();
  SampleFile(const SampleFile&) = delete;
  SampleFile& operator=(const SampleFile&) = delete;

  /// False once the disk refuses.
  bool add(const std::vector<Sample>& game);
  bool finish();

 private:
  explicit SampleFile(std::FILE* file) : file_(file) {}
  std::mutex mutex_;
  std::FILE* file_;
};

}  // namespace partita::learn
