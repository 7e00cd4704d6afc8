#include "arena/result_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace partita::arena {

namespace {

std::string header_line(const std::string& fingerprint) { return "{\"partita-arena\":\"" + fingerprint + "\"}\n"; }

base::Error failure(const std::string& path, const char* what) {
  return base::Error{path + ": cannot " + what + ": " + std::strerror(errno)};
}

bool write_all(int file, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t step = ::write(file, text.data() + written, text.size() - written);
    if (step < 0 && errno == EINTR) continue;
    if (step <= 0) return false;
    written += static_cast<std::size_t>(step);
  }
  return true;
}

}  // namespace

base::Parsed<ResultLog> ResultLog::open(const std::string& path, const std::string& fingerprint, Mode mode) {
  std::ifstream existing(path, std::ios::binary);
  std::string content;
  if (existing) {
    if (mode == Mode::kNew) return base::Error{path + ": exists already; use --resume to go on with it"};
    std::ostringstream buffer;
    buffer << existing.rdbuf();
    content = buffer.str();
  }
  ResultLog log;
  const std::size_t whole = content.rfind('\n') == std::string::npos ? 0 : content.rfind('\n') + 1;
  if (whole > 0 && content.compare(0, header_line(fingerprint).size(), header_line(fingerprint)) != 0) {
    return base::Error{path + ":1: belongs to another tournament (players, openings, rules or limits differ)"};
  }
  std::istringstream lines(content.substr(0, whole));
  std::unordered_set<std::string> seen;
  std::string line;
  int number = 1;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    ++number;
    auto outcome = read_outcome(line);
    if (!outcome) return outcome.error_at(path + ":" + std::to_string(number));
    if (seen.insert(outcome->id).second) log.earlier_.push_back(std::move(*outcome));
  }
  log.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (log.file_ < 0) return failure(path, "open");
  if (::flock(log.file_, LOCK_EX | LOCK_NB) != 0) return base::Error{path + ": another arena is writing to it"};
  if (::ftruncate(log.file_, static_cast<off_t>(whole)) != 0 || ::lseek(log.file_, 0, SEEK_END) < 0) {
    return failure(path, "resize");
  }
  if (whole == 0 && !write_all(log.file_, header_line(fingerprint))) return failure(path, "write");
  return log;
}

ResultLog::ResultLog(ResultLog&& other) noexcept
    : file_(std::exchange(other.file_, -1)), earlier_(std::move(other.earlier_)) {}

ResultLog& ResultLog::operator=(ResultLog&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(earlier_, other.earlier_);
  return *this;
}

ResultLog::~ResultLog() {
  if (file_ < 0) return;
  ::fdatasync(file_);
  ::close(file_);
}

base::Parsed<base::Done> ResultLog::append(const GameOutcome& outcome) {
  if (!write_all(file_, write_outcome(outcome) + "\n")) return failure("results", "write");
  constexpr std::int64_t kSyncEveryMs = 500;
  if (since_sync_.milliseconds() >= kSyncEveryMs) {
    if (::fdatasync(file_) != 0) return failure("results", "sync");
    since_sync_.restart();
  }
  return base::Done{};
}

}  // namespace partita::arena
