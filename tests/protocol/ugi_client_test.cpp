// Engines that are not ours and misbehave: silent, chatty without end, lines without end. None may hold us up or fill
// memory.
#include "protocol/ugi_client.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace partita::protocol {
namespace {

constexpr UgiPatience kLittle{.start_ms = 300, .margin_ms = 1500, .unlimited_ms = 1500, .most_lines = 2000};
/// For engines that are expected to answer, on a machine that has other things to do.
constexpr UgiPatience kStartsWell{.start_ms = 10'000, .margin_ms = 1500, .unlimited_ms = 1500, .most_lines = 2000};

/// A shell as an engine: polite until it is told to go.
std::vector<std::string> engine(const std::string& on_go) {
  return {"/bin/bash", "-c",
          "while read -r line; do case \"$line\" in ugi) echo ugiok ;; isready) echo readyok ;; go*) " + on_go +
              " ;; quit) exit ;; "
              "esac; done"};
}

UgiAnswer answer_of(UgiClient& client) {
  const auto position = catalog::AnyPosition::initial("hex", {{"side", "3"}});
  catalog::Limits limits;
  limits.movetime_ms = 50;
  return client.search(*position, limits);
}

long megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

TEST(UgiClient, PlaysWithAnEngineThatAnswers) {
  auto client = UgiClient::start(engine("echo bestmove b2"));
  ASSERT_TRUE(client) << client.error();
  EXPECT_EQ(answer_of(**client).move, "b2");
}

TEST(UgiClient, AProgramThatNeverShakesHandsIsRefused) {
  EXPECT_FALSE(UgiClient::start({"/bin/sleep", "100"}, kLittle));
  EXPECT_FALSE(UgiClient::start({"/usr/bin/yes", "info string"}, kLittle));
}

TEST(UgiClient, ASearchThatDoesNotEndIsGivenUpAndTheEngineStartedAgain) {
  for (const char* fault : {"sleep 100", "yes info string x", "tr '\\0' x </dev/zero", "exit"}) {
    auto client = UgiClient::start(engine(fault), kStartsWell);
    ASSERT_TRUE(client) << client.error();
    const long before = megabytes();
    const UgiAnswer answer = answer_of(**client);
    EXPECT_NE(answer.failure, "") << fault;
    EXPECT_EQ(answer.move, "") << fault;
    EXPECT_LT(megabytes(), before + 350) << fault;
    EXPECT_TRUE((*client)->new_game()) << fault;
  }
}

}  // namespace
}  // namespace partita::protocol
