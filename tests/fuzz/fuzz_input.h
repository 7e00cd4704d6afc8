#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/option.h"

/// What the fuzzers share: a promise that must hold, and games with rules chosen by the first byte of the input.
namespace partita::fuzz {

/// A broken promise is a crash for the fuzzer.
inline void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

struct GameChoice {
  const char* game;
  base::OptionValues rules;
};

/// '0' and up are the rows of this table; seeds are readable that way.
inline const GameChoice& choose_game(char letter) {
  static const std::vector<GameChoice> choices = {
      {"andantino", {{"side", "4"}}},
      {"andantino", {{"side", "10"}}},
      {"andantino", {{"rules", "unbounded"}}},
      {"omega", {{"side", "3"}}},
      {"omega", {{"side", "4"}, {"players", "4"}, {"tie", "draw"}}},
      {"omega", {{"side", "2"}, {"pie", "on"}}},
      {"tafl", {{"rules", "mcgill"}}},
      {"tafl", {{"rules", "ashton"}}},
      {"tafl", {{"rules", "brandubh"}}},
      {"tafl", {{"rules", "copenhagen"}}},
  };
  return choices[static_cast<unsigned char>(letter - '0') % choices.size()];
}

}  // namespace partita::fuzz
