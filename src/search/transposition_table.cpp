#include "search/transposition_table.h"

#include <algorithm>

#include "base/random.h"

namespace partita::search {

TableCounts& TableCounts::operator+=(const TableCounts& other) {
  probes += other.probes;
  hits += other.hits;
  cutoffs += other.cutoffs;
  stores += other.stores;
  index_collisions += other.index_collisions;
  key_collisions += other.key_collisions;
  shared_keys += other.shared_keys;
  false_hits += other.false_hits;
  killer_cutoffs += other.killer_cutoffs;
  return *this;
}

void TranspositionTable::resize(int mebibytes, Replacement replacement) {
  const bool is_same = memory_.data() != nullptr && mebibytes == mebibytes_ && replacement == replacement_;
  mebibytes_ = mebibytes;
  replacement_ = replacement;
  slots_in_place_ = replacement == Replacement::kBuckets ? kBucket : 1;
  const bool has_identities = identities_ != nullptr;
  if (is_same && has_identities == keeps_identities_) return clear();
  wipe();
  identities_.reset(keeps_identities_ ? new std::atomic<game::Key>[places_]() : nullptr);
}

void TranspositionTable::step_generation() {
  generation_ = static_cast<std::uint8_t>((generation_ + 1) & kGenerationMask);
  ++steps_;
}

void TranspositionTable::clear() {
  if (memory_.data() == nullptr) return wipe();
  if (steps_ >= kMostSteps) {
    const bool is_much_used = !memory_.has_small_pages();
    wipe();
    if (is_much_used) memory_.use_big_pages();
    return;
  }
  step_generation();
  live_ages_ = 0;
  swept_ = 0;
  salt_ = base::mix64(++clears_) & kKeyMask;
}

void TranspositionTable::age() {
  step_generation();
  ++live_ages_;
  // A game that ends before half of the generations are used leaves nothing to sweep.
  if (steps_ > live_ages_ && steps_ > kMostSteps / 2) sweep_part();
}

/// Empties what was written before the last clear(), so that its generations may come again: a part at every step, so
/// that no search waits for all of it, and only where anything was written.
void TranspositionTable::sweep_part() {
  const std::size_t slots = places_ * slots_in_place_;
  const auto steps_left = static_cast<std::size_t>(std::max(kMostSteps - steps_, 0) + 1);
  const std::size_t end = swept_ + (slots - swept_ + steps_left - 1) / steps_left;
  memory_.for_each_touched(swept_ * sizeof(Slot), end * sizeof(Slot), [this](std::size_t first, std::size_t last) {
    for (std::size_t i = first / sizeof(Slot); i < last / sizeof(Slot); ++i) {
      const std::uint64_t check = base::load_loosely(slots_[i].check);
      if (is_used(check) && !is_live(check)) slots_[i].check.store(0, std::memory_order_relaxed);
    }
  });
  swept_ = end;
  if (swept_ == slots) steps_ = live_ages_;
}

void TranspositionTable::wipe() {
  const std::size_t bytes = static_cast<std::size_t>(mebibytes_) << 20;
  memory_.allocate(bytes);
  slots_ = static_cast<Slot*>(memory_.data());
  places_ = bytes / sizeof(Slot) / slots_in_place_;
  noted_nodes_.store(0, std::memory_order_relaxed);
  generation_ = 0;
  live_ages_ = 0;
  steps_ = 0;
  swept_ = 0;
  salt_ = 0;
}

TranspositionTable::Slot* TranspositionTable::slot_to_replace(game::Key key, int depth) {
  Slot* const slots = slots_at(key);
  if (replacement_ == Replacement::kAlways) return slots;
  if (replacement_ == Replacement::kDepth) {
    const std::uint64_t check = base::load_loosely(slots->check);
    const bool keeps = is_live(check) && age_of(check) == 0 && depth_of(check) > depth;
    return keeps ? nullptr : slots;
  }
  // A generation counts as much as four plies: old deep entries give way in time.
  Slot* worst = slots;
  int worst_worth = 1 << 20;
  for (std::size_t i = 0; i < slots_in_place_; ++i) {
    const std::uint64_t check = base::load_loosely(slots[i].check);
    const int worth = is_live(check) ? depth_of(check) - 4 * age_of(check) : -(1 << 20);
    if (worth < worst_worth) {
      worst_worth = worth;
      worst = slots + i;
    }
  }
  return worst;
}

void TranspositionTable::store(game::Key key, const TableEntry& entry, TableCounts& counts, game::Key identity) {
  ++counts.stores;
  Slot* slot = nullptr;
  std::uint32_t move = entry.move;
  Slot* const slots = slots_at(key);
  for (std::size_t i = 0; i < slots_in_place_; ++i) {
    const std::uint64_t check = base::load_loosely(slots[i].check);
    const std::uint64_t data = base::load_loosely(slots[i].data);
    if (!is_used(check) || ((check ^ mixed(data) ^ (key << kMetaBits) ^ salt_) & kKeyMask) != 0) continue;
    slot = slots + i;
    if (is_of_another(key, identity)) ++counts.shared_keys;
    if (move == 0) move = static_cast<std::uint32_t>(data >> 32);
    break;
  }
  if (slot == nullptr) {
    slot = slot_to_replace(key, entry.depth);
    if (slot == nullptr) return;
    if (is_live(base::load_loosely(slot->check))) ++counts.index_collisions;
  }
  const std::uint64_t data = static_cast<std::uint64_t>(move) << 32 | static_cast<std::uint32_t>(entry.score);
  const std::uint64_t meta =
      static_cast<std::uint64_t>(entry.depth) << 8 | static_cast<std::uint64_t>(entry.bound) << 6 | generation_;
  if (identities_ != nullptr) identities_[place_of(key)].store(identity, std::memory_order_relaxed);
  base::store_loosely(slot->data, data);
  base::store_loosely(slot->check, (((key << kMetaBits) ^ mixed(data) ^ salt_) & kKeyMask) | meta);
}

int TranspositionTable::hashfull() const {
  const std::size_t sample = std::min<std::size_t>(1000, places_ * slots_in_place_);
  if (sample == 0) return 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    const std::uint64_t check = base::load_loosely(slots_[i].check);
    if (is_live(check) && age_of(check) == 0) ++used;
  }
  return static_cast<int>(used * 1000 / sample);
}

}  // namespace partita::search
