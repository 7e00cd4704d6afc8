#include "apps/settings.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "base/text.h"

namespace partita::apps {

namespace {

using Kind = Setting::Kind;

/// Numbers and flags are judged here, wherever they come from.
std::string what_is_wrong(const Setting& setting, const std::string& text) {
  if (setting.kind == Kind::kFlag && text != "true" && text != "false")
    return base::quoted(text) + " is not true or false";
  if (setting.kind != Kind::kNumber) return "";
  const auto number = base::read_int(text);
  if (number && static_cast<double>(*number) >= setting.low && static_cast<double>(*number) <= setting.high) return "";
  std::ostringstream words;
  words << base::quoted(text) << " is not a whole number from " << setting.low << " to " << setting.high;
  return words.str();
}

std::string chosen_file(const std::string& asked, const ReadVariable& variable) {
  if (!asked.empty()) return asked;
  // A file that was named must be there; the usual places may be empty.
  if (const auto named = variable("PARTITA_CONFIG"); named && !named->empty()) return *named;
  for (const std::string& path : configuration_files(variable)) {
    std::error_code failure;
    if (std::filesystem::exists(path, failure)) return path;
  }
  return "";
}

}  // namespace

std::string variable_of(const Setting& setting) { return "PARTITA_" + base::upper(setting.name); }

std::vector<std::string> configuration_files(const ReadVariable& variable) {
  std::vector<std::string> files;
  const auto add = [&](const char* name, const std::string& rest) {
    if (const auto value = variable(name); value && !value->empty()) files.push_back(*value + rest);
  };
  add("PARTITA_CONFIG", "");
  add("XDG_CONFIG_HOME", "/partita/partita.toml");
  add("HOME", "/.config/partita/partita.toml");
  files.emplace_back("/etc/partita/partita.toml");
  return files;
}

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

base::Parsed<std::vector<SettingValue>> resolve_settings(const std::string& file, const ReadVariable& variable) {
  std::map<std::string, FileValue> written;
  if (const std::string path = chosen_file(file, variable); !path.empty()) {
    auto read = read_settings_file(path);
    if (!read) return read.forward_error();
    written = *read;
  }
  std::vector<SettingValue> values;
  for (const Setting& setting : server_settings()) {
    SettingValue value{&setting, setting.fallback, "default"};
    if (const auto found = written.find(setting.name); found != written.end()) {
      value = {&setting, found->second.text, found->second.place};
    }
    if (const auto text = variable(variable_of(setting)); text) {
      value = {&setting, *text, "environment " + variable_of(setting)};
    }
    if (value.given()) {
      const std::string wrong = what_is_wrong(setting, value.text);
      if (!wrong.empty()) return base::Error{value.origin + ": " + setting.name + ": " + wrong};
    }
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace partita::apps
