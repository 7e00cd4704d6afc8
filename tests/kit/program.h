#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

/// Runs the built program as a person would, for tests of the command line.
namespace partita::kit {

struct ProgramRun {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// A file of this process in the folder for temporary files.
inline std::string scratch_path(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("partita_" + std::to_string(::getpid()) + "_" + name)).string();
}

inline std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::string write_scratch(const std::string& name, const std::string& text) {
  const std::string path = scratch_path(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// Any other program. The line goes through the shell: quote what has spaces.
inline ProgramRun run_command(const std::string& line) {
  const std::string errors = scratch_path("stderr");
  const std::string command = line + " 2>" + errors + " </dev/null";
  ProgramRun run;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return run;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    run.out.append(buffer.data(), got);
  const int status = ::pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.err = read_whole(errors);
  std::filesystem::remove(errors);
  return run;
}

/// `arguments` go through the shell: quote what has spaces.
inline ProgramRun run_program(const std::string& arguments) {
  return run_command(std::string(PARTITA_PROGRAM) + " " + arguments);
}

}  // namespace partita::kit
