#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "nets/kernel.h"

namespace partita::nets {

/// Sizes of a network: many inputs that are on or off, two layers held within 0 and 1, one value. Everything behind the
/// first layer exists once a head; games choose the head by the side to move.
struct Shape {
  std::size_t inputs = 0;
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t heads = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

inline constexpr std::size_t kMostInputs = 2048;
inline constexpr std::size_t kInputWords = kMostInputs / 64;

/// The numbers of a network, as they stand in its file.
struct Weights {
  std::vector<std::int16_t> first;  ///< by input, then output; 1.0 is kFirstScale
  std::vector<std::int16_t> first_biases;
  struct Head {
    std::vector<std::int8_t> second;  ///< by output, then input; 1.0 is kSecondScale
    std::vector<std::int32_t> second_biases;
    std::vector<std::int16_t> third;  ///< 1.0 is kThirdScale
    std::int32_t third_bias = 0;
  };
  std::vector<Head> heads;
};
inline constexpr int kOne = 127;  ///< 1.0 as an activation
inline constexpr int kFirstScale = kOne * 8;
inline constexpr int kSecondScale = 64;
inline constexpr int kThirdScale = 256;

/// A small quantised network (int8 and int16): the same inputs give the same value on every processor. Immutable; any
/// number of threads may evaluate it.
class Network {
 public:
  /// What the file's header says: "game", "rules", "inputs", and how it was made.
  using Notes = std::map<std::string, std::string>;

  /// REQUIRES: weights have the sizes of the shape, and the shape passes check_shape().
  Network(const Shape& shape, int unit, Notes notes, Weights weights);

  const Shape& shape() const { return shape_; }
  /// What a network's 1.0, a chance of e : 1, is worth in the game's evaluation.
  int unit() const { return unit_; }
  const Notes& notes() const { return notes_; }
  /// A line of the header; empty if it has none.
  std::string note(const std::string& name) const;
  const Weights& weights() const { return weights_; }

  /// The value in the game's units. Bit i of `inputs` is input i; sums of the first layer are carried from the last
  /// position this thread asked about, wherever that costs less than summing anew.
  /// REQUIRES: inputs.size() * 64 >= shape().inputs, no bit beyond them, head < shape().heads.
  std::int32_t value(std::span<const std::uint64_t> inputs, std::size_t head) const;
  /// The same summed anew with a given kernel: what tests and measurements compare with.
  std::int32_t value_with(const Kernel& kernel, std::span<const std::uint64_t> inputs, std::size_t head) const;

 private:
  struct PackedHead {
    std::vector<std::int8_t> second;
    std::vector<std::int32_t> second_biases;
    std::vector<std::int16_t> pairs;  ///< empty unless kMultipliesPairs
  };
  std::int32_t value_of_sums(const Kernel& kernel, const std::int16_t* sums, std::size_t head) const;

  Shape shape_;
  int unit_;
  Notes notes_;
  Weights weights_;
  std::vector<PackedHead> packed_;
  std::uint64_t id_;  ///< of this network alone in this process, so that carried sums are never another's
};

base::Parsed<base::Done> check_shape(const Shape& shape);

/// The file: a header of text lines, an empty line, then the numbers, lowest byte first (docs/learning.md).
std::string write_network(const Network& network);
base::Parsed<Network> read_network(std::string_view bytes);
/// Reads a file and holds the digest in its name, "GAME-RULES-DIGEST.net", against its bytes.
base::Parsed<std::shared_ptr<const Network>> load_network(const std::string& path);
/// The digest a file of these bytes carries in its name.
std::string network_digest(std::string_view bytes);

}  // namespace partita::nets
