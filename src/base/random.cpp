#include "base/random.h"

#include <random>

namespace partita::base {

std::uint64_t fresh_seed() {
  std::random_device device;
  const std::uint64_t bits = (static_cast<std::uint64_t>(device()) << 32) ^ device();
  return 1 + bits % (kSeedEnd - 1);
}

std::uint64_t seed_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = mix64(seed);
  for (const char c : name) hash = mix64(hash ^ static_cast<unsigned char>(c));
  return 1 + hash % (kSeedEnd - 1);
}

}  // namespace partita::base
