#include "server/secrets.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

namespace partita::server {

namespace {

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t kIdLength = 12;

template <std::size_t N>
std::array<std::uint8_t, N> random_bytes() {
  std::array<std::uint8_t, N> bytes{};
  // Up to 256 bytes come whole or not at all.
  if (::getrandom(bytes.data(), N, 0) != static_cast<ssize_t>(N)) throw std::runtime_error("no random numbers");
  return bytes;
}

}  // namespace

std::string random_secret() {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : random_bytes<16>()) {
    text += kHex[byte >> 4U];
    text += kHex[byte & 15U];
  }
  return text;
}

std::string random_game_id() {
  std::string id;
  while (id.size() < kIdLength) {
    for (const std::uint8_t byte : random_bytes<32>()) {
      // 252 is the largest multiple of 36 in a byte: what lies above would favour the first letters.
      if (byte < 252 && id.size() < kIdLength) id += kAlphabet[byte % kAlphabet.size()];
    }
  }
  return id;
}

bool is_game_id(std::string_view text) {
  return text.size() == kIdLength &&
         std::all_of(text.begin(), text.end(), [](char c) { return kAlphabet.find(c) != std::string_view::npos; });
}

bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.empty() || a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace partita::server
