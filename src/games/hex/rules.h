#pragma once

#include <string>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"

namespace partita::games::hex {

inline constexpr int kMinSide = 3;
inline constexpr int kMaxSide = 14;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

/// The rhombus has side x side cells. With `swap` the second player may take the first stone over instead of answering
/// it.
struct Rules {
  int side = 11;
  bool swap = true;
  friend bool operator==(const Rules&, const Rules&) = default;
};

std::vector<base::OptionSpec> rule_options();
base::Parsed<Rules> make_rules(const base::OptionValues& values);
base::OptionValues rule_values(const Rules& rules);

}  // namespace partita::games::hex
