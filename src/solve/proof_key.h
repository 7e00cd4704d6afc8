#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "base/random.h"
#include "game/concept.h"
#include "game/refinements.h"

namespace partita::solve {

/// A position's name in a proof: two keys from independent random numbers. `place` says where a table may hold it,
/// `check` whether it is the one that is held there. Equal names of different positions would be a false proof or
/// disproof.
struct ProofKey {
  game::Key place = 0;
  game::Key check = 0;
  friend bool operator==(const ProofKey&, const ProofKey&) = default;
};

struct ProofKeyHash {
  std::size_t operator()(const ProofKey& key) const { return static_cast<std::size_t>(key.check); }
};

/// Check keys of games that have none of their own: made of the position's text, which certificates name it by as well.
/// Slow, and sure.
template <game::Game G>
class TextCheckKeys {
 public:
  explicit TextCheckKeys(std::uint64_t seed) : seed_(seed) {}

  game::Key of(const typename G::Position& pos) const {
    game::Key key = base::mix64(seed_);
    for (const char c : G::Notation::write_position(pos)) key = base::mix64(key ^ static_cast<unsigned char>(c));
    return key;
  }

 private:
  std::uint64_t seed_;
};

template <class G>
struct CheckKeysOf {
  using Type = TextCheckKeys<G>;
};
template <game::HasCheckKeys G>
struct CheckKeysOf<G> {
  using Type = typename G::CheckKeys;
};

/// The random numbers of a seed; those of 0 are made once. Any thread.
template <game::Game G>
std::shared_ptr<const typename CheckKeysOf<G>::Type> check_keys(std::uint64_t seed) {
  using Keys = const typename CheckKeysOf<G>::Type;
  static const std::shared_ptr<Keys> usual = std::make_shared<Keys>(0);
  return seed == 0 ? usual : std::make_shared<Keys>(seed);
}

}  // namespace partita::solve
