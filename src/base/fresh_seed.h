#pragma once

#include <cstdint>
#include <string_view>

namespace partita::base {

/// Seeds of games lie below this: seats count on from them and stay within the range of the switch `seed`.
inline constexpr std::uint64_t kSeedEnd = 1'000'000'000;

/// A seed nobody chose, for a game that was not asked to be repeatable: from 1 to kSeedEnd - 1. Any thread.
std::uint64_t fresh_seed();

/// The seed of the game of this name among those begun with `seed`, in the same range and the same on every machine.
std::uint64_t seed_of(std::uint64_t seed, std::string_view name);

}  // namespace partita::base
