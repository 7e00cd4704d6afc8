#pragma once

#include <string>
#include <vector>

namespace partita::apps {

/// One option of a command, as completion scripts and the manual page need it.
struct OptionShape {
  std::string names;  ///< "--depth,-d", or the name of a positional argument
  std::string help;
};

/// A command with everything that can be said of it without running it.
struct CommandShape {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionShape> options;
};

/// partita(1) in the language of man, made from the commands and the help topics.
std::string manual_page(const std::vector<CommandShape>& commands);

/// A script for `shell` (bash, zsh or fish) that completes commands and their options, made from the commands
/// themselves.
std::string completion_script(const std::string& shell, const std::vector<CommandShape>& commands);

}  // namespace partita::apps
