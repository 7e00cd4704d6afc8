#include "apps/outputs.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "apps/command.h"

namespace partita::apps {

namespace fs = std::filesystem;

namespace {

/// A pipe whose reader has gone wants no more, which is no failure of ours.
bool is_abandoned_pipe() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

int refuse_output(int reason) {
  return refuse("standard output: cannot be written" +
                (reason == 0 ? std::string() : std::string(": ") + std::strerror(reason)));
}

}  // namespace

void Outputs::add(std::string option, const std::string& path, Kind kind) {
  files_.push_back({std::move(option), &path, kind});
}

base::Parsed<base::Done> Outputs::check() const {
  for (const File& file : files_) {
    if (file.path->empty()) continue;
    if (*file.path == "-") {
      if (file.kind == Kind::kDocument) continue;
      return base::Error{file.option + ": cannot be written to standard output, name a file"};
    }
    if (file.kind == Kind::kExtended || (resumes_ != nullptr && *resumes_)) continue;
    if (const auto fine = may_write(*file.path, force_); !fine) return fine.forward_error();
  }
  return base::Done{};
}

base::Parsed<base::Done> may_write(const std::string& path, bool force) {
  std::error_code failure;
  // Devices and pipes are there to be written to.
  if (force || !fs::is_regular_file(path, failure)) return base::Done{};
  return base::Error{path + ": exists already; --force overwrites it"};
}

void remove_old(const std::string& path) {
  std::error_code failure;
  if (fs::is_regular_file(path, failure)) fs::remove(path, failure);
}

base::Parsed<base::Done> write_document(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fputs(text.c_str(), stdout);  // whether it arrived is looked at in the end
    return base::Done{};
  }
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (!(file << text).flush())
    return base::Error{path + ": cannot be written: " + std::strerror(errno != 0 ? errno : EIO)};
  return base::Done{};
}

void LineOutput::write(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t written = 0; written < text.size() && failure_ == 0;) {
    const ssize_t step = ::write(STDOUT_FILENO, text.data() + written, text.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step <= 0)
      failure_ = step < 0 ? errno : EIO;
    else
      written += static_cast<std::size_t>(step);
  }
}

int LineOutput::exit_code() const { return failure_ == 0 || failure_ == EPIPE ? kExitFine : refuse_output(failure_); }

int finish_output(int code) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0 && std::cout.flush().good();
  const int reason = errno;
  if (flushed && std::ferror(stdout) == 0) return code;
  if (is_abandoned_pipe()) return code;
  const int refused = refuse_output(reason);
  return code == kExitFine ? refused : code;
}

}  // namespace partita::apps
