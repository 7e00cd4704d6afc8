// The only file that sees the TOML library.

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "apps/settings.h"
#include "base/text.h"

namespace partita::apps {

namespace {

std::string place_of(const std::string& path, const toml::source_region& where) {
  return path + ":" + std::to_string(where.begin.line);
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  const auto guess = base::nearest(name, known);
  return guess ? ", did you mean '" + *guess + "'?" : " (known: " + base::join(known, ", ") + ")";
}

const Setting* find_setting(const std::string& name) {
  const auto& settings = server_settings();
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& one) { return one.name == name; });
  return found == settings.end() ? nullptr : &*found;
}

/// The node as text if it is of the kind the setting wants.
base::Parsed<std::string> text_of(const toml::node& node, Setting::Kind kind) {
  switch (kind) {
    case Setting::Kind::kNumber:
      if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
      return base::Error{"expected a whole number"};
    case Setting::Kind::kFlag:
      if (const auto flag = node.value_exact<bool>()) return std::string(*flag ? "true" : "false");
      return base::Error{"expected true or false"};
    case Setting::Kind::kText:
      if (auto text = node.value_exact<std::string>()) return *text;
      return base::Error{"expected text in quotes"};
    case Setting::Kind::kWords: break;
  }
  const toml::array* list = node.as_array();
  if (list == nullptr) return base::Error{"expected a list of texts: [\"a\", \"b\"]"};
  std::vector<std::string> words;
  for (const toml::node& item : *list) {
    const auto word = item.value_exact<std::string>();
    if (!word) return base::Error{"expected a list of texts: [\"a\", \"b\"]"};
    words.push_back(*word);
  }
  return base::join(words, " ");
}

base::Parsed<std::map<std::string, FileValue>> read_server_table(const std::string& path, const toml::table& server) {
  std::map<std::string, FileValue> values;
  for (const auto& [key, node] : server) {
    const std::string name(key.str());
    const std::string place = place_of(path, key.source());
    const Setting* setting = find_setting(name);
    if (setting == nullptr) {
      std::vector<std::string> known;
      for (const Setting& one : server_settings()) known.emplace_back(one.name);
      return base::Error{place + ": unknown setting " + base::quoted(name) + suggestion(name, known)};
    }
    const auto text = text_of(node, setting->kind);
    if (!text) return text.error_at(place + ": " + name);
    values[name] = {*text, place};
  }
  return values;
}

}  // namespace

base::Parsed<std::map<std::string, FileValue>> read_settings_file(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return base::Error{path + ": no such file"};
  try {
    const toml::table file = toml::parse_file(path);
    for (const auto& [key, node] : file) {
      if (key.str() != "server" || !node.is_table()) {
        return base::Error{place_of(path, key.source()) + ": " + base::quoted(key.str()) +
                           " is not known here, only the table [server]"};
      }
    }
    const toml::table* server = file["server"].as_table();
    return server == nullptr ? std::map<std::string, FileValue>{} : read_server_table(path, *server);
  } catch (const toml::parse_error& error) {
    return base::Error{place_of(path, error.source()) + ": " + std::string(error.description())};
  }
}

}  // namespace partita::apps
