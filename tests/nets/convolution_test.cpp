#include "nets/convolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"

namespace partita::nets {
namespace {

std::string golden_folder() { return std::string(PARTITA_GOLDEN) + "/nets"; }
std::string golden_network() {
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    if (entry.path().extension() == ".net") return entry.path().string();
  }
  return "";
}
std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A hexagonal board of side 3 in rows of five.
const ConvolutionGrid& grid_of_side_3() {
  static const ConvolutionGrid kGrid = [] {
    ConvolutionGrid grid(5, 5);
    for (std::size_t row = 0; row < 5; ++row) {
      for (std::size_t column = 0; column < 5; ++column) {
        const std::size_t apart = row > column ? row - column : column - row;
        if (apart < 3) grid.cells.push_back(static_cast<std::uint16_t>(grid.place(row, column)));
      }
    }
    return grid;
  }();
  return kGrid;
}

std::vector<const Kernel*> all_kernels() {
  std::size_t count = 0;
  const Kernel* const* kernels = usable_kernels(count);
  return {kernels, kernels + count};
}

TEST(Convolution, EveryKernelComputesWhatTheTrainerComputes) {
  const auto network = load_convolution(golden_network());
  ASSERT_TRUE(network.ok()) << network.error();
  const ConvolutionGrid& grid = grid_of_side_3();
  ASSERT_EQ(grid.cells.size(), 19U);
  const std::size_t planes = (*network)->shape().planes;
  std::ifstream file(golden_folder() + "/random5.txt");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream numbers(line);
    std::vector<std::uint8_t> input(grid.places * (*network)->plane_stride(), 0);
    for (std::size_t plane = 0; plane < planes; ++plane) {
      for (const std::uint16_t place : grid.cells) {
        int value = 0;
        numbers >> value;
        input[place * (*network)->plane_stride() + plane] = static_cast<std::uint8_t>(value);
      }
    }
    std::int32_t value = 0;
    numbers >> value;
    std::vector<std::int32_t> policy(grid.cells.size());
    for (std::int32_t& logit : policy) numbers >> logit;
    ASSERT_FALSE(numbers.fail());
    for (const Kernel* kernel : all_kernels()) {
      PolicyAndValue answer;
      (*network)->evaluate_with(*kernel, grid, input, answer);
      EXPECT_EQ(answer.value, value) << kernel->name;
      EXPECT_EQ(answer.policy, policy) << kernel->name;
    }
    ++rows;
  }
  EXPECT_EQ(rows, 20);
}

/// Numbers as large as a file may hold, on every width: nothing saturates or overflows differently.
TEST(Convolution, KernelsAgreeAtTheEdgesOfTheirRange) {
  base::Random random(3);
  for (const std::size_t channels : {16U, 32U, 48U, 64U}) {
    std::string text =
        "partita convolution 1\ngame: x\ninputs: y\ntaps: square\nshape: 6 " + std::to_string(channels) + " 2 16\n\n";
    const auto layer = [&](std::size_t outputs, std::size_t inputs) {
      for (std::size_t i = 0; i < outputs * inputs; ++i) {
        const std::uint32_t kind = random.below(4);
        text += static_cast<char>(kind == 0 ? 127 : kind == 1 ? -128 : static_cast<int>(random.below(256)) - 128);
      }
      for (std::size_t i = 0; i < outputs; ++i) {
        const auto bias = static_cast<std::uint32_t>(static_cast<int>(random.below(200'000)) - 100'000);
        for (int byte = 0; byte < 4; ++byte) text += static_cast<char>(bias >> (8 * byte) & 0xFF);
      }
      for (std::size_t i = 0; i < outputs; ++i) {
        const std::uint32_t multiplier = 1 + random.below(700);
        for (int byte = 0; byte < 4; ++byte) text += static_cast<char>(multiplier >> (8 * byte) & 0xFF);
      }
    };
    layer(channels, 6 * 9);
    for (int i = 0; i < 4; ++i) layer(channels, channels * 9);
    layer(1, channels);
    layer(16, 2 * channels);
    layer(1, 16);
    const auto network = read_convolution(text);
    ASSERT_TRUE(network.ok()) << network.error();
    static ConvolutionGrid grid(4, 7);
    if (grid.cells.empty()) {
      for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 7; ++column)
          grid.cells.push_back(static_cast<std::uint16_t>(grid.place(row, column)));
      }
    }
    std::vector<std::uint8_t> input(grid.places * network->plane_stride());
    for (std::uint8_t& value : input) value = static_cast<std::uint8_t>(random.below(2) == 0 ? 127 : random.below(128));
    PolicyAndValue expected;
    network->evaluate_with(kPlainKernel, grid, input, expected);
    for (const Kernel* kernel : all_kernels()) {
      PolicyAndValue answer;
      network->evaluate_with(*kernel, grid, input, answer);
      EXPECT_EQ(answer.value, expected.value) << kernel->name << " with " << channels;
      EXPECT_EQ(answer.policy, expected.policy) << kernel->name << " with " << channels;
    }
  }
}

TEST(Convolution, FilesThatAreCutAlteredOrOfAnotherKindAreRefusedByName) {
  const std::string whole = bytes_of(golden_network());
  ASSERT_TRUE(read_convolution(whole).ok());
  const auto refusal = [](const std::string& bytes) {
    const auto network = read_convolution(bytes);
    return network.ok() ? std::string("accepted") : network.error();
  };
  EXPECT_NE(refusal(whole.substr(0, whole.size() - 1)).find("bytes behind the header"), std::string::npos);
  EXPECT_NE(refusal(whole + "x").find("bytes behind the header"), std::string::npos);
  EXPECT_NE(refusal("partita network 1\n\n").find("first line is not 'partita convolution 1'"), std::string::npos);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string bytes = whole;
    return bytes.replace(bytes.find(from), from.size(), to);
  };
  EXPECT_NE(refusal(replaced("taps: hexagonal", "taps: triangular")).find("taps"), std::string::npos);
  EXPECT_NE(refusal(replaced("shape: 5 16", "shape: 5 17")).find("shape"), std::string::npos);
  EXPECT_NE(refusal(replaced("shape: 5 16", "shape: 5")).find("shape"), std::string::npos);
  // The last four bytes are a multiplier.
  std::string huge = whole;
  huge[huge.size() - 1] = 0x7F;
  EXPECT_NE(refusal(huge).find("too large"), std::string::npos);
  // One altered byte: another digest than the name has.
  const auto folder = std::filesystem::temp_directory_path() / "partita-convolution-test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / std::filesystem::path(golden_network()).filename()).string();
  std::string altered = whole;
  altered[altered.size() / 2] = static_cast<char>(altered[altered.size() / 2] ^ 1);
  std::ofstream(path, std::ios::binary) << altered;
  const auto network = load_convolution(path);
  ASSERT_FALSE(network.ok());
  EXPECT_NE(network.error().find("digest"), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(Convolution, ChancesAndSharesAreThoseOfTheExponential) {
  for (const std::int32_t logit : {-5000, -2048, -256, -3, 0, 1, 256, 700, 4096, 100'000}) {
    const double x = std::max(-16.0, std::min(16.0, logit / 256.0));
    EXPECT_NEAR(chance_of_logit(logit), 1 / (1 + std::exp(-x)), 1e-6) << logit;
    EXPECT_FLOAT_EQ(chance_of_logit(logit) + chance_of_logit(-logit), 1.0F);
  }
  const std::vector<std::int32_t> logits = {0, 256, -256, -100'000};
  std::vector<float> shares(logits.size());
  softmax_of_logits(logits, shares);
  const double sum = 1 + std::exp(1.0) + std::exp(-1.0);
  EXPECT_NEAR(shares[0], 1 / sum, 1e-6);
  EXPECT_NEAR(shares[1], std::exp(1.0) / sum, 1e-6);
  EXPECT_NEAR(shares[2], std::exp(-1.0) / sum, 1e-6);
  EXPECT_NEAR(shares[3], 0, 1e-6);
}

}  // namespace
}  // namespace partita::nets
