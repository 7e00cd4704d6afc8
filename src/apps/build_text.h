#pragma once

#include <string>
#include <string_view>

namespace partita::apps {

/// What `partita --version` says: version, commit, compiler, the instructions the program was compiled with, and what
/// it chose among at run time. Lines of a word and what it is, the first "partita VERSION".
std::string build_text(std::string_view commit);

}  // namespace partita::apps
