// Where the server's settings come from, and what is refused.
#include "apps/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "kit/program.h"

namespace partita::apps {
namespace {

ReadVariable variables(std::map<std::string, std::string> values) {
  return [values](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

SettingValue value_of(const std::vector<SettingValue>& values, const std::string& name) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const SettingValue& one) { return one.setting->name == name; });
  return found == values.end() ? SettingValue{} : *found;
}

class SettingsFile : public testing::Test {
 protected:
  std::string write(const std::string& text) { return path_ = kit::write_scratch("settings.toml", text); }
  std::string refusal(const std::string& text) {
    const auto values = resolve_settings(write(text), variables({}));
    return values ? "" : values.error();
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_;
};

TEST_F(SettingsFile, TheEnvironmentBeatsTheFileAndTheFileTheDefault) {
  const std::string path =
      write("[server]\nport = 8000\nbind = \"0.0.0.0\"\nallow_host = [\"a.example\", \"b.example\"]\n");
  const auto values = resolve_settings(path, variables({{"PARTITA_PORT", "9000"}}));
  ASSERT_TRUE(values) << values.error();
  EXPECT_EQ(value_of(*values, "port").text, "9000");
  EXPECT_EQ(value_of(*values, "port").origin, "environment PARTITA_PORT");
  EXPECT_EQ(value_of(*values, "bind").text, "0.0.0.0");
  EXPECT_EQ(value_of(*values, "bind").origin, path + ":3");
  EXPECT_EQ(value_of(*values, "allow_host").text, "a.example b.example");
  EXPECT_FALSE(value_of(*values, "log").given());
}

TEST_F(SettingsFile, WrongFilesAreRefusedWithTheirLine) {
  EXPECT_NE(refusal("[server]\n\nprt = 1\n").find(":3: unknown setting 'prt', did you mean 'port'?"),
            std::string::npos);
  EXPECT_NE(refusal("[server]\nport = \"80\"\n").find(":2: port: expected a whole number"), std::string::npos);
  EXPECT_NE(refusal("[server]\nport = 70000\n").find("0 to 65535"), std::string::npos);
  EXPECT_NE(refusal("[server]\nverbose = 1\n").find("expected true or false"), std::string::npos);
  EXPECT_NE(refusal("[serve]\nport = 1\n").find(":1: 'serve' is not known here"), std::string::npos);
  EXPECT_NE(refusal("[server\n").find(":1: "), std::string::npos);
  EXPECT_NE(refusal(std::string("\0\xff\x01", 3)), "");
}

TEST(Settings, ANamedFileMustBeThere) {
  const auto values = resolve_settings("", variables({{"PARTITA_CONFIG", "/nowhere/partita.toml"}}));
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error(), "/nowhere/partita.toml: no such file");
}

TEST(Settings, ABadVariableIsRefused) {
  const auto values = resolve_settings("", variables({{"PARTITA_SEARCH_THREADS", "many"}}));
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error(),
            "environment PARTITA_SEARCH_THREADS: search_threads: 'many' is not a whole number from 1 to 256");
}

TEST(ConfigCommand, ExplainsValuesAndTheExampleIsAccepted) {
  const std::string path = kit::write_scratch("example.toml", kit::run_program("config example").out);
  const auto run = kit::run_program("config check --file " + path);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("search_threads"), std::string::npos);
  std::filesystem::remove(path);
  EXPECT_EQ(kit::run_program("config check --file /nowhere").exit_code, 2);
}

TEST(ConfigCommand, EveryValueOfTheExampleIsAcceptedWhenItsMarkIsTakenAway) {
  const std::string example = kit::run_program("config example").out;
  const std::string path =
      kit::write_scratch("whole.toml", std::regex_replace(example, std::regex("# ([a-z_]+ = )"), "$1"));
  const auto values = resolve_settings(path, variables({}));
  ASSERT_TRUE(values) << values.error();
  for (const SettingValue& value : *values) EXPECT_TRUE(value.given()) << value.setting->name;
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace partita::apps
