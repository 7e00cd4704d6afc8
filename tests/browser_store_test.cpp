// The store of a page without a server stands where the server's store stands: whatever one has, the other has. The
// module for browsers is built seldom; this is seen at once.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace partita {
namespace {

std::string whole(const std::string& file) {
  std::ifstream in(std::string(PARTITA_SOURCE_DIR) + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Names of the functions of Store that a file defines.
std::set<std::string> defined_in(const std::string& file) {
  const std::string source = whole(file);
  const std::regex definition("\\bStore::(\\w+)\\(");
  std::set<std::string> names;
  for (std::sregex_iterator at(source.begin(), source.end(), definition), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

TEST(BrowserStoreTest, HasEveryFunctionOfTheServersStore) {
  const auto servers = defined_in("/src/store/store.cpp");
  const auto browsers = defined_in("/src/browser/wasm_store.cpp");
  ASSERT_GT(servers.size(), 15U);
  const std::string header = whole("/src/store/store.h");
  const std::string own = header.substr(header.find("private:"));  // what each does for itself
  for (const std::string& name : servers) {
    if (own.find(name + "(") == std::string::npos)
      EXPECT_TRUE(browsers.contains(name)) << "wasm_store.cpp lacks " << name;
  }
}

}  // namespace
}  // namespace partita
