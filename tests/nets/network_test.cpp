#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/random.h"
#include "nets/network.h"

namespace partita::nets {
namespace {

Network random_network(const Shape& shape, std::uint64_t seed) {
  base::Random random(seed);
  const auto number = [&](int most) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * most + 1))) - most;
  };
  Weights weights;
  // As large as the format allows, so that sums wrap round and activations are clipped at both ends.
  for (std::size_t i = 0; i < shape.inputs * shape.first; ++i)
    weights.first.push_back(static_cast<std::int16_t>(number(seed % 2 == 0 ? 32767 : 300)));
  for (std::size_t i = 0; i < shape.first; ++i) weights.first_biases.push_back(static_cast<std::int16_t>(number(2000)));
  for (std::size_t h = 0; h < shape.heads; ++h) {
    Weights::Head head;
    for (std::size_t i = 0; i < shape.first * shape.second; ++i)
      head.second.push_back(static_cast<std::int8_t>(std::max(-128, number(128)) == 128 ? 127 : number(127)));
    for (std::size_t i = 0; i < shape.second; ++i) head.second_biases.push_back(number(20000));
    for (std::size_t i = 0; i < shape.second; ++i) head.third.push_back(static_cast<std::int16_t>(number(32767)));
    head.third_bias = number(100000);
    weights.heads.push_back(std::move(head));
  }
  // The least byte, whose product with 127 is the largest there is.
  weights.heads[0].second[0] = -128;
  return Network(shape, 196, {{"game", "none"}, {"rules", "none"}, {"inputs", "random"}}, std::move(weights));
}

std::vector<std::uint64_t> random_inputs(const Shape& shape, base::Random& random, int share) {
  std::vector<std::uint64_t> inputs((shape.inputs + 63) / 64);
  for (std::size_t i = 0; i < shape.inputs; ++i) {
    if (random.below(100) < static_cast<std::uint32_t>(share)) inputs[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return inputs;
}

/// What the format says, without any kernel.
std::int32_t value_by_definition(const Network& network, const std::vector<std::uint64_t>& inputs, std::size_t head) {
  const Shape& shape = network.shape();
  const Weights& weights = network.weights();
  std::vector<int> hidden(shape.first);
  for (std::size_t j = 0; j < shape.first; ++j) {
    std::int64_t sum = weights.first_biases[j];
    for (std::size_t i = 0; i < shape.inputs; ++i) {
      if ((inputs[i / 64] >> (i % 64) & 1) != 0) sum += weights.first[i * shape.first + j];
    }
    hidden[j] = std::clamp(static_cast<int>(static_cast<std::int16_t>(sum)) >> 3, 0, 127);
  }
  const Weights::Head& last = weights.heads[head];
  std::int64_t value = last.third_bias;
  for (std::size_t j = 0; j < shape.second; ++j) {
    std::int64_t sum = last.second_biases[j];
    for (std::size_t i = 0; i < shape.first; ++i) sum += hidden[i] * last.second[j * shape.first + i];
    value += std::clamp<std::int64_t>(sum >> 6, 0, 127) * last.third[j];
  }
  return static_cast<std::int32_t>(value * network.unit() / (127 * 256));
}

constexpr Shape kShapes[] = {{896, 256, 32, 2}, {70, 64, 16, 1}, {2048, 512, 64, 4}, {500, 192, 48, 3}};

TEST(Network, EveryKernelIsEqualToTheDefinition) {
  std::size_t count = 0;
  const Kernel* const* kernels = usable_kernels(count);
  ASSERT_GE(count, 1u);
  EXPECT_STREQ(kernels[count - 1]->name, "plain");
  base::Random random(7);
  for (const Shape& shape : kShapes) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Network network = random_network(shape, seed);
      for (const int share : {0, 3, 30, 100}) {
        const auto inputs = random_inputs(shape, random, share);
        for (std::size_t head = 0; head < shape.heads; ++head) {
          const std::int32_t expected = value_by_definition(network, inputs, head);
          for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(network.value_with(*kernels[i], inputs, head), expected) << kernels[i]->name;
          }
        }
      }
    }
  }
}

TEST(Network, CarriedSumsAreThoseSummedAnew) {
  const Network one = random_network(kShapes[0], 1);
  const Network other = random_network(kShapes[1], 2);
  base::Random random(3);
  std::vector<std::uint64_t> inputs = random_inputs(one.shape(), random, 8);
  for (int step = 0; step < 2000; ++step) {
    // Small changes and large ones, and another network in between.
    if (step % 50 == 0) inputs = random_inputs(one.shape(), random, static_cast<int>(random.below(40)));
    for (std::uint32_t change = random.below(12); change > 0; --change) {
      const std::uint32_t input = random.below(896);
      inputs[input / 64] ^= std::uint64_t{1} << (input % 64);
    }
    if (step % 7 == 0) {
      const auto others = random_inputs(other.shape(), random, 10);
      EXPECT_EQ(other.value(others, 0), other.value_with(kPlainKernel, others, 0));
    }
    const std::size_t head = step % 2;
    ASSERT_EQ(one.value(inputs, head), one.value_with(kPlainKernel, inputs, head)) << step;
  }
}

TEST(Network, ManyThreadsShareOne) {
  const Network network = random_network(kShapes[0], 5);
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&network, seed] {
      base::Random random(seed);
      for (int i = 0; i < 200; ++i) {
        const auto inputs = random_inputs(network.shape(), random, 10);
        EXPECT_EQ(network.value(inputs, 1), network.value_with(kPlainKernel, inputs, 1));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(NetworkFile, IsReadAsItWasWritten) {
  const Network network = random_network(kShapes[3], 9);
  const std::string bytes = write_network(network);
  const auto read = read_network(bytes);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->shape(), network.shape());
  EXPECT_EQ(read->unit(), network.unit());
  EXPECT_EQ(read->notes(), network.notes());
  EXPECT_EQ(write_network(*read), bytes);
}

TEST(NetworkFile, RefusesWhatIsNotOne) {
  const std::string good = write_network(random_network(kShapes[1], 3));
  EXPECT_FALSE(read_network(""));
  EXPECT_FALSE(read_network("partita network 2\n" + good.substr(good.find('\n') + 1)));
  EXPECT_FALSE(read_network(good + "x"));
  EXPECT_FALSE(read_network(good.substr(0, good.size() - 1)));
  const auto altered = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  EXPECT_FALSE(read_network(altered("shape: 70 64 16 1", "shape: 70 65 16 1")));
  EXPECT_FALSE(read_network(altered("shape: 70 64 16 1", "shape: 99999999999 64 16 1")));
  EXPECT_FALSE(read_network(altered("shape: 70 64 16 1", "shape: -70 64 16 1")));
  EXPECT_FALSE(read_network(altered("unit: 196", "unit: 0")));
  EXPECT_FALSE(read_network(altered("unit: 196", "unit: 9999999999")));
  EXPECT_FALSE(read_network(altered("unit: 196\n", "unit: 196\nunit: 197\n")));
  EXPECT_FALSE(read_network(altered("unit: 196\n", "unit: 196\nnonsense\n")));
}

TEST(NetworkFile, ADigestThatDoesNotFitIsRefused) {
  const std::string bytes = write_network(random_network(kShapes[1], 3));
  const auto folder = std::filesystem::temp_directory_path() / ("partita-nets-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string name = (folder / ("none-none-" + network_digest(bytes) + ".net")).string();
  std::ofstream(name, std::ios::binary) << bytes;
  EXPECT_TRUE(load_network(name));
  std::string damaged = bytes;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  std::ofstream(name, std::ios::binary) << damaged;
  const auto refused = load_network(name);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("digest"), std::string::npos);
  EXPECT_FALSE(load_network((folder / "missing.net").string()));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace partita::nets
