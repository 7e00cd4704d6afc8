#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "apps/arguments.h"
#include "apps/outputs.h"

namespace partita::apps {

/// Exit codes, the same for every command.
inline constexpr int kExitFine = 0;
inline constexpr int kExitFailed = 1;    ///< the work was done and its answer is "no" (a check failed)
inline constexpr int kExitBadInput = 2;  ///< bad arguments, files or positions: one line on stderr says where and why

/// A subcommand adds its options to `app` and returns what to run when it is chosen. Each stands in a file of its own,
/// src/apps/<name>_command.cpp, and is listed once in src/apps/commands.cpp.
using Action = std::function<int()>;
using AddCommand = Action (*)(Arguments& app);

/// Prints "partita: <message>" on stderr and returns kExitBadInput.
int refuse(const std::string& message);
/// Writes a file and says so on stderr, or refuses; returns the exit code.
int write_out(const std::string& path, const std::string& text);

/// Builds the command line, runs the chosen command, returns the exit code. `commit` is what the program was made of.
int run(int argc, char** argv, std::string_view commit);

}  // namespace partita::apps
