#pragma once

#include <string_view>
#include <vector>

namespace partita::base {

/// A file of the checkout that is compiled into the program (cmake/embed.cmake).
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// The text of the file of this name; empty if there is none.
inline std::string_view text_of(const std::vector<EmbeddedFile>& files, std::string_view name) {
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return file.text;
  }
  return {};
}

}  // namespace partita::base
