#pragma once

#include <map>
#include <string>

#include "base/parsed.h"

namespace partita::apps {

/// What a configuration file says of one setting, and where: "partita.toml:3".
struct FileValue {
  std::string text;
  std::string place;
};

/// The [server] table of a TOML file by name. Unknown tables and names are refused: a slip must not pass for a default.
base::Parsed<std::map<std::string, FileValue>> read_settings_file(const std::string& path);

}  // namespace partita::apps
