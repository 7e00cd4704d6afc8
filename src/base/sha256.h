#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita::base {

/// SHA-256 (FIPS 180-4) of a stream of bytes. One thread.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// The digest of everything added, as 64 lower-case hexadecimal digits. Call once.
  std::string finish();

 private:
  void compress(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;
};

std::string sha256(std::string_view bytes);

}  // namespace partita::base
