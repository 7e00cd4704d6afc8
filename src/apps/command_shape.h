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

}  // namespace partita::apps
