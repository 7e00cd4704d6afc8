#include "base/line_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace partita::base {

namespace {

Error log_failure(const std::string& path, const char* what) {
  return Error{path + ": cannot " + what + ": " + std::strerror(errno)};
}

bool write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t step = ::write(file, text.data(), text.size());
    if (step < 0 && errno == EINTR) continue;
    if (step <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(step));
  }
  return true;
}

}  // namespace

Parsed<LineLog> LineLog::open(const std::string& path, const Words& words, Mode mode) {
  if (mode == Mode::kNew && std::ifstream(path)) {
    return Error{path + ": exists already; --resume goes on with it, --force begins it anew"};
  }
  LineLog log;
  log.path_ = path;
  log.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (log.file_ < 0) return log_failure(path, "open");
  // Before anything is read: what another writer adds meanwhile would be cut off.
  if (::flock(log.file_, LOCK_EX | LOCK_NB) != 0) return Error{path + ": " + words.busy};
  std::ostringstream buffer;
  buffer << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string content = buffer.str(), header = words.header + "\n";
  const std::size_t whole = content.rfind('\n') == std::string::npos ? 0 : content.rfind('\n') + 1;
  if (whole > 0 && content.compare(0, header.size(), header) != 0) return Error{path + ":1: " + words.foreign};
  std::istringstream lines(content.substr(0, whole));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) log.earlier_.push_back(line);
  if (::ftruncate(log.file_, static_cast<off_t>(whole)) != 0 || ::lseek(log.file_, 0, SEEK_END) < 0) {
    return log_failure(path, "resize");
  }
  if (whole == 0 && !write_whole(log.file_, header)) return log_failure(path, "write");
  return log;
}

LineLog::LineLog(LineLog&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)), earlier_(std::move(other.earlier_)) {}

LineLog& LineLog::operator=(LineLog&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(path_, other.path_);
  std::swap(earlier_, other.earlier_);
  return *this;
}

LineLog::~LineLog() {
  if (file_ < 0) return;
  ::fdatasync(file_);
  ::close(file_);
}

Parsed<Done> LineLog::append(std::string_view line) {
  if (!write_whole(file_, std::string(line) + "\n")) return log_failure(path_, "write");
  constexpr std::int64_t kSyncEveryMs = 500;
  if (since_sync_.milliseconds() >= kSyncEveryMs) {
    if (::fdatasync(file_) != 0) return log_failure(path_, "sync");
    since_sync_.restart();
  }
  return Done{};
}

}  // namespace partita::base
