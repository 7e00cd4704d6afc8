#include "solve/proof_table.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/loose_access.h"
#include "base/place_among.h"

namespace partita::solve {

namespace {

/// The low byte of a key makes room for the effort; the bucket's number says more about the key than that byte did.
constexpr std::uint64_t kEffortMask = 0xFF;
/// A decided position saves its whole subtree, an undecided one only the way back to it: worth this many eighths of a
/// doubling of effort.
constexpr int kProvenBonus = 24;
constexpr int kDisprovenBonus = 12;

std::uint64_t packed(const Remembered& known) {
  const Numbers& n = known.numbers;
  const std::uint64_t proof = n.is_disproven() ? known.tree_size : n.proof;
  const std::uint64_t disproof = n.is_proven() ? known.tree_size : n.disproof;
  return proof << 32 | disproof;
}

Remembered unpacked(std::uint64_t word) {
  const auto proof = static_cast<Number>(word >> 32);
  const auto disproof = static_cast<Number>(word);
  if (proof == 0) return {kProven, disproof};
  if (disproof == 0) return {kDisproven, proof};
  return {{proof, disproof}, 0};
}

/// Eight steps a doubling, so that a byte reaches 2^31 nodes.
std::uint8_t effort_code(std::uint64_t nodes) {
  if (nodes == 0) return 0;
  const int log = 63 - std::countl_zero(nodes);
  const auto fraction = static_cast<int>(log >= 3 ? (nodes >> (log - 3)) & 7U : (nodes << (3 - log)) & 7U);
  return static_cast<std::uint8_t>(std::min(log * 8 + fraction, 255));
}

int worth(std::uint64_t numbers, std::uint8_t effort) {
  if (numbers >> 32 == 0) return effort + kProvenBonus;
  if (static_cast<std::uint32_t>(numbers) == 0) return effort + kDisprovenBonus;
  return effort;
}

bool is_decided(std::uint64_t numbers) { return numbers >> 32 == 0 || static_cast<std::uint32_t>(numbers) == 0; }

}  // namespace

ProofTable::ProofTable(std::size_t mebibytes)
    : bucket_count_(std::max<std::size_t>(1, mebibytes * (std::size_t{1} << 20) / sizeof(Bucket))) {
  // Zeroed pages are empty slots.
  memory_.allocate(bytes());
  buckets_ = static_cast<Bucket*>(memory_.data());
}

std::size_t ProofTable::bucket_of(game::Key key) const {
  // Canonical keys are minima and crowd at the low end; a multiplication spreads them again.
  const std::uint64_t spread = (key & ~kEffortMask) * 0x9E3779B97F4A7C15ULL;
  return base::place_among(spread, bucket_count_);
}

bool ProofTable::probe(game::Key key, Remembered& found) const {
  for (const Slot& slot : buckets_[bucket_of(key)].slots) {
    const std::uint64_t numbers = base::load_loosely(slot.numbers);
    const std::uint64_t checked = base::load_loosely(slot.checked_key);
    if (numbers == 0 || (((checked ^ numbers) ^ key) & ~kEffortMask) != 0) continue;
    found = unpacked(numbers);
    return true;
  }
  return false;
}

void ProofTable::store(game::Key key, const Remembered& known, std::uint64_t effort) {
  put(key, packed(known), effort_code(effort));
}

void ProofTable::put(game::Key key, std::uint64_t numbers, std::uint8_t effort) {
  Slot* chosen = nullptr;
  int least = std::numeric_limits<int>::max();
  bool takes_free_slot = false;
  for (Slot& slot : buckets_[bucket_of(key)].slots) {
    const std::uint64_t old = base::load_loosely(slot.numbers);
    const std::uint64_t marked = base::load_loosely(slot.checked_key) ^ old;
    if (old != 0 && ((marked ^ key) & ~kEffortMask) == 0) {
      chosen = &slot;
      effort = std::max(effort, static_cast<std::uint8_t>(marked));
      takes_free_slot = false;
      break;
    }
    const int value = old == 0 ? -1 : worth(old, static_cast<std::uint8_t>(marked));
    if (value >= least) continue;
    least = value;
    chosen = &slot;
    takes_free_slot = old == 0;
  }
  if (takes_free_slot && used_.fetch_add(1, std::memory_order_relaxed) % kSlotsPerStep == kSlotsPerStep - 1)
    memory_.add_big_pages();
  const std::uint64_t marked = (key & ~kEffortMask) | effort;
  base::store_loosely(chosen->checked_key, marked ^ numbers);
  base::store_loosely(chosen->numbers, numbers);
}

void ProofTable::clear() {
  memory_.zero();
  used_.store(0, std::memory_order_relaxed);
}

void ProofTable::collect_garbage(double share) {
  std::array<std::size_t, 256> by_effort{};
  const auto each_undecided = [&](auto&& visit) {
    for (std::size_t i = 0; i < bucket_count_; ++i) {
      for (Slot& slot : buckets_[i].slots) {
        const std::uint64_t numbers = base::load_loosely(slot.numbers);
        if (numbers == 0 || is_decided(numbers)) continue;
        visit(slot, static_cast<std::uint8_t>(base::load_loosely(slot.checked_key) ^ numbers));
      }
    }
  };
  each_undecided([&](Slot&, std::uint8_t effort) { ++by_effort[effort]; });
  const auto wanted = static_cast<std::size_t>(static_cast<double>(slot_count()) * share);
  std::size_t freed = 0;
  unsigned limit = 0;
  while (limit < by_effort.size() && freed < wanted) freed += by_effort[limit++];
  std::size_t cleared = 0;
  each_undecided([&](Slot& slot, std::uint8_t effort) {
    if (effort >= limit) return;
    slot.numbers.store(0, std::memory_order_relaxed);
    ++cleared;
  });
  used_.fetch_sub(std::min(cleared, used_slots()), std::memory_order_relaxed);
}

void ProofTable::for_each_valuable(std::uint64_t min_effort, const std::function<void(const Image&)>& visit) const {
  const std::uint8_t least = effort_code(min_effort);
  for (std::size_t i = 0; i < bucket_count_; ++i) {
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t numbers = base::load_loosely(slot.numbers);
      const std::uint64_t marked = base::load_loosely(slot.checked_key) ^ numbers;
      if (numbers != 0 && static_cast<std::uint8_t>(marked) >= least) visit({marked, numbers});
    }
  }
}

void ProofTable::restore(const Image& image) {
  if (image.numbers == 0) return;
  put(image.marked_key, image.numbers, static_cast<std::uint8_t>(image.marked_key));
}

}  // namespace partita::solve
