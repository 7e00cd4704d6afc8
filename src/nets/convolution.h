#pragma once

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

/// Sizes of a residual network: planes of a board, blocks of two convolutions, a policy by cell and one value.
struct ConvolutionShape {
  std::size_t planes = 0;
  std::size_t channels = 0;
  std::size_t blocks = 0;
  std::size_t hidden = 0;  ///< units of the value head
  friend bool operator==(const ConvolutionShape&, const ConvolutionShape&) = default;
};

/// Where the cells of a board lie in the grid that a convolution walks over: rows of `width` places with a border of
/// one place around them. One for each board, made by its game; read only. No layer knows a board's size.
struct ConvolutionGrid {
  ConvolutionGrid(std::size_t rows, std::size_t columns) : width(columns + 2), places((rows + 2) * (columns + 2)) {}
  std::size_t place(std::size_t row, std::size_t column) const { return (row + 1) * width + column + 1; }

  std::size_t width;
  std::size_t places;
  std::vector<std::uint16_t> cells;  ///< the places of the board's cells: outputs of the policy, in this order
};

/// What a network says of a position. Logits are integers, 1.0 is kLogit.
struct PolicyAndValue {
  std::vector<std::int32_t> policy;  ///< by cell of the grid
  std::int32_t value = 0;            ///< logit of the mover's chance
};
inline constexpr int kLogit = 256;

/// An int8 quantised residual network, bit-identical on every kernel. Activations are 0 to 127 where 1.0 is 32; weights
/// have one scale for each output; the residual stream has 16 bits where 1.0 is 256. A layer's sum s becomes
/// t = ((s + 32) >> 6) * multiplier, which is the value times 2^18. Never changed once made; any number of threads may
/// ask.
class ConvolutionNetwork {
 public:
  using Notes = std::map<std::string, std::string>;
  struct Layer {
    std::vector<std::int8_t> weights;  ///< by output, input and tap
    std::vector<std::int32_t> biases;
    std::vector<std::int32_t> multipliers;
  };
  struct Weights {
    Layer stem;
    std::vector<Layer> convolutions;  ///< two a block
    Layer policy;
    Layer value;  ///< from the mean and the maximum of every channel
    Layer win;
  };

  /// REQUIRES: what read_convolution() has checked.
  ConvolutionNetwork(const ConvolutionShape& shape, bool is_hexagonal, Notes notes, Weights weights);

  const ConvolutionShape& shape() const { return shape_; }
  /// A line of the header; empty if it has none.
  std::string note(const std::string& name) const;
  /// Bytes of the planes at one place of the grid: `planes` rounded up to a multiple of four.
  std::size_t plane_stride() const { return plane_stride_; }

  /// REQUIRES: planes.size() == grid.places * plane_stride(), each 0 to 127 where 1.0 is 32.
  void evaluate(const ConvolutionGrid& grid, std::span<const std::uint8_t> planes, PolicyAndValue& answer) const;
  /// The same with a given kernel: what tests and measurements compare.
  void evaluate_with(const Kernel& kernel, const ConvolutionGrid& grid, std::span<const std::uint8_t> planes,
                     PolicyAndValue& answer) const;

 private:
  struct Packed {
    std::vector<std::int8_t> weights;
    std::vector<std::int32_t> biases;
    std::vector<std::int32_t> multipliers;
    ConvolutionLayer view(std::size_t inputs, std::size_t outputs) const;
  };
  struct Buffers;
  Packed packed(const Layer& layer, std::size_t inputs, std::size_t stride, std::size_t taps) const;
  void value_head(const ConvolutionGrid& grid, const Buffers& buffers, PolicyAndValue& answer) const;
  std::int32_t dense(const Layer& layer, const std::vector<std::int32_t>& inputs, std::size_t output) const;

  ConvolutionShape shape_;
  bool is_hexagonal_;
  Notes notes_;
  std::size_t plane_stride_;
  Packed stem_;
  std::vector<Packed> convolutions_;
  Layer policy_;
  Layer value_;
  Layer win_;
};

/// The file: the first line, lines "name: value" (game, inputs, taps, shape, how it was made), an empty line, then the
/// layers in order, each its int8 weights, its biases and its multipliers (32 bits, lowest byte first).
base::Parsed<ConvolutionNetwork> read_convolution(std::string_view bytes);
/// Reads a file and holds the digest in its name, "GAME-INPUTS-DIGEST.net", against its bytes.
base::Parsed<std::shared_ptr<const ConvolutionNetwork>> load_convolution(const std::string& path);

/// A logit as a chance, and the softmax of logits: the same bits on every processor, as they use no library's exp().
float chance_of_logit(std::int32_t logit);
/// Replaces each logit's place in `priors` by its share; priors.size() == logits.size() > 0.
void softmax_of_logits(std::span<const std::int32_t> logits, std::span<float> priors);

}  // namespace partita::nets
