#pragma once

#include <string>
#include <vector>

#include "apps/command_shape.h"

namespace partita::apps {

/// A script for `shell` (bash, zsh or fish) that completes commands and their options, made from the commands
/// themselves.
std::string completion_script(const std::string& shell, const std::vector<CommandShape>& commands);

}  // namespace partita::apps
