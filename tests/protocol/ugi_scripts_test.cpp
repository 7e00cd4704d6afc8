// Scripted UGI sessions, one a game: tests/protocol/<game>.script holds what is said ("> ...") and, below it, what must
// be answered ("< ..."). Searches are limited by depth or nodes, so the answers are the same on every machine but for
// times and speeds, which are masked. PARTITA_UPDATE_SCRIPTS=1 writes the answers anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/text.h"
#include "protocol/ugi_session.h"

namespace partita::protocol {
namespace {

std::string masked(const std::string& line) {
  static const std::regex kTimes("\\b(time|nps) [0-9]+");
  return std::regex_replace(line, kTimes, "$1 *");
}

/// The script with the answers a session of ours gives.
std::string replayed(const std::string& script, const std::string& game) {
  std::string out;
  std::string answers;
  UgiSetup setup;
  setup.game = game;
  setup.engine.overrides = {{"hash_mb", "4"}};
  auto session = UgiSession::make(setup, [&](const std::string& line) { answers += "< " + masked(line) + "\n"; });
  EXPECT_TRUE(session) << session.error();
  for (const std::string_view line : base::split(script, '\n')) {
    if (line.substr(0, 1) == "#") out += std::string(line) + "\n";
    if (line.substr(0, 2) != "> ") continue;
    (*session)->handle(line.substr(2));
    (*session)->wait();
    out += std::string(line) + "\n" + answers;
    answers.clear();
  }
  return out;
}

class UgiScript : public ::testing::TestWithParam<const char*> {};

TEST_P(UgiScript, IsAnsweredAsWritten) {
  const std::string path = std::string(PARTITA_SOURCE_DIR) + "/tests/protocol/" + GetParam() + ".script";
  std::ifstream file(path);
  ASSERT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  const std::string answered = replayed(text.str(), GetParam());
  if (std::getenv("PARTITA_UPDATE_SCRIPTS") != nullptr) {
    file.close();
    std::ofstream(path) << answered;
    GTEST_SKIP() << "written anew";
  }
  EXPECT_EQ(answered, text.str());
}

INSTANTIATE_TEST_SUITE_P(Games, UgiScript, ::testing::Values("andantino", "omega", "tafl"));

}  // namespace
}  // namespace partita::protocol
