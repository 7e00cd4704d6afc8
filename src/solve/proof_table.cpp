#include "solve/proof_table.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/loose_access.h"
#include "base/place_among.h"

namespace partita::solve {

namespace {

/// A slot's content: effort, proof number, disproof number. The size of a decided position's tree stands in place of
/// the number that is infinite.
constexpr int kNumberBits = 28;
constexpr int kEffortShift = 2 * kNumberBits;
constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;
static_assert(kMostNumber == kNumberMask);
/// A decided position saves its whole subtree, an undecided one only the way back to it: worth this many eighths of a
/// doubling of effort.
constexpr int kProvenBonus = 24;
constexpr int kDisprovenBonus = 12;

std::uint8_t effort_of(std::uint64_t content) { return static_cast<std::uint8_t>(content >> kEffortShift); }
std::uint64_t with_effort(std::uint64_t content, std::uint8_t effort) {
  constexpr std::uint64_t kNumbers = (std::uint64_t{1} << kEffortShift) - 1;
  return (content & kNumbers) | std::uint64_t{effort} << kEffortShift;
}
Number proof_of(std::uint64_t content) { return static_cast<Number>(content >> kNumberBits & kNumberMask); }
Number disproof_of(std::uint64_t content) { return static_cast<Number>(content & kNumberMask); }
bool is_decided(std::uint64_t content) { return proof_of(content) == 0 || disproof_of(content) == 0; }

std::uint64_t packed(const Remembered& known, std::uint8_t effort) {
  const Numbers& n = known.numbers;
  const std::uint64_t proof = capped(n.is_disproven() ? known.tree_size : n.proof);
  const std::uint64_t disproof = capped(n.is_proven() ? known.tree_size : n.disproof);
  return with_effort(proof << kNumberBits | disproof, effort);
}

Remembered unpacked(std::uint64_t content) {
  const Number proof = proof_of(content);
  const Number disproof = disproof_of(content);
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

int worth(std::uint64_t content) {
  const int effort = effort_of(content);
  if (proof_of(content) == 0) return effort + kProvenBonus;
  if (disproof_of(content) == 0) return effort + kDisprovenBonus;
  return effort;
}

}  // namespace

ProofTable::ProofTable(std::size_t mebibytes, std::uint64_t seed)
    : seed_(seed), bucket_count_(std::max<std::size_t>(1, mebibytes * (std::size_t{1} << 20) / sizeof(Bucket))) {
  // Zeroed pages are empty slots.
  memory_.allocate(bytes());
  buckets_ = static_cast<Bucket*>(memory_.data());
}

std::size_t ProofTable::bucket_of(game::Key place) const {
  // The minimum over several images' keys tends to be small; a multiplication spreads the keys again. The low byte is
  // left out, as in earlier versions, so that the proofs in the documents take the same number of nodes again.
  constexpr game::Key kUsedBits = ~game::Key{0xFF};
  return base::place_among((place & kUsedBits) * 0x9E3779B97F4A7C15ULL, bucket_count_);
}

bool ProofTable::probe(const ProofKey& key, Remembered& found) const {
  for (const Slot& slot : buckets_[bucket_of(key.place)].slots) {
    const std::uint64_t content = base::load_loosely(slot.content);
    const std::uint64_t checked = base::load_loosely(slot.checked);
    if (content == 0 || (checked ^ content) != key.check) continue;
    found = unpacked(content);
    return true;
  }
  return false;
}

void ProofTable::store(const ProofKey& key, const Remembered& known, std::uint64_t effort) {
  put(bucket_of(key.place), key.check, packed(known, effort_code(effort)));
}

void ProofTable::put(std::size_t bucket, game::Key check, std::uint64_t content) {
  Slot* chosen = nullptr;
  int least = std::numeric_limits<int>::max();
  bool takes_free_slot = false;
  for (Slot& slot : buckets_[bucket].slots) {
    const std::uint64_t old = base::load_loosely(slot.content);
    if (old != 0 && (base::load_loosely(slot.checked) ^ old) == check) {
      chosen = &slot;
      content = with_effort(content, std::max(effort_of(content), effort_of(old)));
      takes_free_slot = false;
      break;
    }
    const int value = old == 0 ? -1 : worth(old);
    if (value >= least) continue;
    least = value;
    chosen = &slot;
    takes_free_slot = old == 0;
  }
  if (takes_free_slot && used_.fetch_add(1, std::memory_order_relaxed) % kSlotsPerStep == kSlotsPerStep - 1)
    memory_.add_big_pages();
  base::store_loosely(chosen->checked, check ^ content);
  base::store_loosely(chosen->content, content);
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
        const std::uint64_t content = base::load_loosely(slot.content);
        if (content != 0 && !is_decided(content)) visit(slot, effort_of(content));
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
    slot.content.store(0, std::memory_order_relaxed);
    ++cleared;
  });
  used_.fetch_sub(std::min(cleared, used_slots()), std::memory_order_relaxed);
}

void ProofTable::for_each_valuable(std::uint64_t min_effort, const std::function<void(const Image&)>& visit) const {
  const std::uint8_t least = effort_code(min_effort);
  for (std::size_t i = 0; i < bucket_count_; ++i) {
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t content = base::load_loosely(slot.content);
      const std::uint64_t check = base::load_loosely(slot.checked) ^ content;
      if (content != 0 && effort_of(content) >= least) visit({i, check, content});
    }
  }
}

bool ProofTable::restore(const Image& image) {
  if (image.bucket >= bucket_count_ || (proof_of(image.content) == 0 && disproof_of(image.content) == 0)) return false;
  put(static_cast<std::size_t>(image.bucket), image.check, image.content);
  return true;
}

}  // namespace partita::solve
