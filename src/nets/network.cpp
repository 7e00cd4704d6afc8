#include "nets/network.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

namespace partita::nets {

namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// The first layer's sums for the inputs a thread asked about last.
struct CarriedSums {
  std::uint64_t network = 0;  ///< nobody's
  std::array<std::uint64_t, kInputWords> inputs{};
  alignas(64) std::array<std::int16_t, kMostFirst> sums{};
};

/// Rows that differ between two sets of inputs.
struct Difference {
  std::array<std::uint16_t, kMostInputs> added;
  std::array<std::uint16_t, kMostInputs> removed;
  std::size_t added_count = 0;
  std::size_t removed_count = 0;

  Difference() {}  // NOLINT: the lists stay uninitialised on purpose

  RowChanges rows() const { return {added.data(), added_count, removed.data(), removed_count}; }
};

void list_bits(std::uint64_t word, std::size_t base, std::array<std::uint16_t, kMostInputs>& list, std::size_t& count) {
  for (; word != 0; word &= word - 1)
    list[count++] = static_cast<std::uint16_t>(base + static_cast<std::size_t>(std::countr_zero(word)));
}

void list_difference(std::span<const std::uint64_t> from, std::span<const std::uint64_t> to, Difference& difference) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    list_bits(to[i] & ~from[i], 64 * i, difference.added, difference.added_count);
    list_bits(from[i] & ~to[i], 64 * i, difference.removed, difference.removed_count);
  }
}

void list_all(std::span<const std::uint64_t> inputs, Difference& difference) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    list_bits(inputs[i], 64 * i, difference.added, difference.added_count);
}

std::size_t count_bits(std::span<const std::uint64_t> inputs) {
  std::size_t count = 0;
  for (const std::uint64_t word : inputs) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

/// From outputs with all their inputs to groups of some inputs with all outputs (PackedLayer).
template <class Weight>
std::vector<Weight> packed(const std::vector<Weight>& plain, std::size_t group, std::size_t inputs,
                           std::size_t outputs) {
  std::vector<Weight> result(plain.size());
  for (std::size_t output = 0; output < outputs; ++output) {
    for (std::size_t input = 0; input < inputs; ++input) {
      const std::size_t place = ((input / group) * outputs + output) * group + input % group;
      result[place] = plain[output * inputs + input];
    }
  }
  return result;
}

}  // namespace

Network::Network(const Shape& shape, int unit, Notes notes, Weights weights)
    : shape_(shape), unit_(unit), notes_(std::move(notes)), weights_(std::move(weights)), id_(next_id()) {
  for (const Weights::Head& head : weights_.heads) {
    packed_.push_back({packed(head.second, kGroup, shape_.first, shape_.second), head.second_biases, {}});
    if (!kMultipliesPairs) continue;
    const std::vector<std::int16_t> wide(head.second.begin(), head.second.end());
    packed_.back().pairs = packed(wide, 2, shape_.first, shape_.second);
  }
}

std::string Network::note(const std::string& name) const {
  const auto found = notes_.find(name);
  return found == notes_.end() ? std::string() : found->second;
}

std::int32_t Network::value(std::span<const std::uint64_t> inputs, std::size_t head) const {
  static const Kernel& kernel = best_kernel();
  thread_local CarriedSums carried;
  Difference difference;
  bool is_near = carried.network == id_;
  if (is_near) {
    list_difference(carried.inputs, inputs, difference);
    // In a search few inputs change: only where many do is it worth counting whether summing anew takes less.
    constexpr std::size_t kFew = 24;
    const std::size_t changes = difference.added_count + difference.removed_count;
    is_near = changes <= kFew || changes < count_bits(inputs);
  }
  if (!is_near) {
    std::copy(weights_.first_biases.begin(), weights_.first_biases.end(), carried.sums.begin());
    difference.added_count = difference.removed_count = 0;
    list_all(inputs, difference);
    carried.network = id_;
  }
  kernel.change_sums(carried.sums.data(), weights_.first.data(), shape_.first, difference.rows());
  std::copy(inputs.begin(), inputs.end(), carried.inputs.begin());
  return value_of_sums(kernel, carried.sums.data(), head);
}

std::int32_t Network::value_with(const Kernel& kernel, std::span<const std::uint64_t> inputs, std::size_t head) const {
  alignas(64) std::array<std::int16_t, kMostFirst> sums{};
  std::copy(weights_.first_biases.begin(), weights_.first_biases.end(), sums.begin());
  Difference difference;
  list_all(inputs, difference);
  kernel.change_sums(sums.data(), weights_.first.data(), shape_.first, difference.rows());
  return value_of_sums(kernel, sums.data(), head);
}

std::int32_t Network::value_of_sums(const Kernel& kernel, const std::int16_t* sums, std::size_t head) const {
  alignas(64) std::array<std::uint8_t, kMostFirst> clipped;
  alignas(64) std::array<std::int32_t, kMostSecond> second;
  const PackedHead& layer = packed_[head];
  const Weights::Head& last = weights_.heads[head];
  kernel.clip(sums, shape_.first, clipped.data());
  kernel.multiply(clipped.data(),
                  {layer.second.data(), layer.second_biases.data(), shape_.first, shape_.second, layer.pairs.data()},
                  second.data());
  std::int64_t sum = last.third_bias;
  for (std::size_t i = 0; i < shape_.second; ++i) {
    const std::int32_t activation =
        std::clamp(second[i] >> std::countr_zero(static_cast<unsigned>(kSecondScale)), 0, kOne);
    sum += activation * last.third[i];
  }
  return static_cast<std::int32_t>(sum * unit_ / (kOne * kThirdScale));
}

}  // namespace partita::nets
