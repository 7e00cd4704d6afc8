#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"

namespace partita::apps {

/// One thing the server can be told: by the configuration file under [server], or by the environment.
struct Setting {
  enum class Kind { kText, kNumber, kFlag, kWords };

  const char* name;  ///< "search_threads" in the file, PARTITA_SEARCH_THREADS in the environment
  Kind kind;
  const char* fallback;  ///< what holds when nobody says anything, in words
  const char* help;
  const char* example;  ///< as it would stand in the file
  double low = 0;
  double high = 0;
};

/// A setting's value as text (words are joined by spaces) and where it came from.
struct SettingValue {
  const Setting* setting = nullptr;
  std::string text;
  std::string origin;  ///< "default", "environment PARTITA_PORT", "/etc/partita/partita.toml:3"

  bool given() const { return origin != "default"; }
};

using ReadVariable = std::function<std::optional<std::string>(const std::string& name)>;

/// Every setting, in the order of the documentation; declared in serve_command.cpp.
const std::vector<Setting>& server_settings();
/// The name of the environment variable: PARTITA_SEARCH_THREADS.
std::string variable_of(const Setting& setting);
/// The files looked for, best first: $PARTITA_CONFIG, the user's, the machine's.
std::vector<std::string> configuration_files(const ReadVariable& variable);
/// The process's own environment.
std::optional<std::string> environment(const std::string& name);

/// All settings with their origin; the environment beats the file. `file` empty: the first of configuration_files that
/// exists. An unknown name, a wrong kind or a number out of range is refused with its place.
base::Parsed<std::vector<SettingValue>> resolve_settings(const std::string& file, const ReadVariable& variable);

/// What a configuration file says of one setting, and where: "partita.toml:3".
struct FileValue {
  std::string text;
  std::string place;
};

/// The [server] table of a TOML file by name. Unknown tables and names are refused: a slip must not pass for a default.
base::Parsed<std::map<std::string, FileValue>> read_settings_file(const std::string& path);

}  // namespace partita::apps
