#include "base/replacing_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace partita::base {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Whether a file begins like one of ours; one that was cut off in its first bytes does too.
bool begins_with(const std::string& path, std::string_view beginning) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::string found(beginning.size(), '\0');
  const ssize_t count = ::read(file, found.data(), found.size());
  ::close(file);
  return count >= 0 &&
         beginning.substr(0, static_cast<std::size_t>(count)) == found.substr(0, static_cast<std::size_t>(count));
}

}  // namespace

ReplacingFile::ReplacingFile(std::string path, std::string_view beginning)
    : path_(std::move(path)), fresh_path_(path_ + ".new") {
  open(beginning);
}

ReplacingFile::~ReplacingFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(fresh_path_.c_str());
}

void ReplacingFile::open(std::string_view beginning) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  constexpr int kMode = 0666;  // less the user's mask
  file_ = ::open(fresh_path_.c_str(), kFlags, kMode);
  // What a killed program left behind.
  if (file_ < 0 && errno == EEXIST && begins_with(fresh_path_, beginning) && ::unlink(fresh_path_.c_str()) == 0) {
    file_ = ::open(fresh_path_.c_str(), kFlags, kMode);
  }
  if (file_ < 0) fail("write", fresh_path_);
}

void ReplacingFile::fail(const char* what, const std::string& path) {
  if (failure_.empty())
    failure_ = std::string("cannot ") + what + " " + base::quoted(path) + ": " + std::strerror(errno);
}

void ReplacingFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBufferBytes) flush();
}

void ReplacingFile::flush() {
  std::size_t done = 0;
  while (failure_.empty() && done < buffer_.size()) {
    const ssize_t step = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (step < 0 && errno == EINTR) continue;
    if (step < 0) return fail("write", fresh_path_);
    done += static_cast<std::size_t>(step);
  }
  buffer_.clear();
}

Parsed<Done> ReplacingFile::commit() {
  flush();
  if (failure_.empty() && ::fsync(file_) != 0) fail("write", fresh_path_);
  if (failure_.empty() && std::rename(fresh_path_.c_str(), path_.c_str()) != 0) fail("write", path_);
  if (!failure_.empty()) return Error{failure_};
  ::close(file_);
  file_ = -1;
  const std::string folder = folder_of(path_);
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool is_kept = opened >= 0 && ::fsync(opened) == 0;
  if (!is_kept) fail("write", folder);
  if (opened >= 0) ::close(opened);
  if (!is_kept) return Error{failure_};
  return Done{};
}

}  // namespace partita::base
