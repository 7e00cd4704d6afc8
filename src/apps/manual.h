#pragma once

#include <string>
#include <vector>

#include "apps/command_shape.h"

namespace partita::apps {

/// partita(1) in the language of man, made from the commands and the help topics.
std::string manual_page(const std::vector<CommandShape>& commands);

}  // namespace partita::apps
