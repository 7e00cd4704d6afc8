#include "store/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace partita::store {

namespace fs = std::filesystem;

namespace {

// A server that was killed a moment ago may still be on its way out when the next one starts.
constexpr std::chrono::milliseconds kPatience{1'000};
constexpr std::chrono::milliseconds kPause{50};

/// The process that holds a lock on the file, by the kernel's own list; 0 if it does not say.
long locking_process(const struct stat& file) {
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    // "12: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF"
    std::istringstream words(line);
    std::string number, kind, advisory, access, place;
    long process = 0;
    if (!(words >> number >> kind >> advisory >> access >> process >> place) || kind != "FLOCK") continue;
    if (place.substr(place.rfind(':') + 1) == std::to_string(file.st_ino)) return process;
  }
  return 0;
}

std::string first_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The note beside the name by which that process opened the file; links have names of their own.
std::string note_of_process(long process, const struct stat& file, const std::string& suffix) {
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(process) + "/fd", failure)) {
    struct stat other {};
    if (::stat(entry.path().c_str(), &other) != 0 || other.st_ino != file.st_ino || other.st_dev != file.st_dev)
      continue;
    const fs::path name = fs::read_symlink(entry.path(), failure);
    if (const std::string line = first_line_of(name.string() + suffix); !line.empty()) return line;
  }
  return "";
}

std::string holder_of(int descriptor, const std::string& path, const std::string& note) {
  struct stat file {};
  ::fstat(descriptor, &file);
  const long process = locking_process(file);
  const std::string suffix = note.rfind(path, 0) == 0 ? note.substr(path.size()) : "";
  const std::string known = process > 0 ? note_of_process(process, file, suffix) : "";
  if (!known.empty()) return known;
  if (process > 0) return "process " + std::to_string(process);
  const std::string line = first_line_of(note);
  return line.empty() ? "an unknown process" : line;
}

void write_note(const std::string& note, const std::string& holder) {
  const int file = ::open(note.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return;
  const std::string line = holder + "\n";
  // The lock holds without the note, so a disk without room for it is no reason to stop.
  if (::ftruncate(file, 0) == 0) static_cast<void>(::write(file, line.data(), line.size()) > 0);
  ::close(file);
}

}  // namespace

std::string holder_text(const std::string& address) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  static const std::time_t since = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&since, &parts);
  std::array<char, 64> time{};
  std::strftime(time.data(), time.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return "process " + std::to_string(::getpid()) + " on " + host.data() + " (" + address + "), since " + time.data();
}

base::Parsed<FileLock> FileLock::take(const std::string& path, const std::string& note, const std::string& holder) {
  FileLock lock;
  lock.path_ = path;
  lock.note_ = note;
  lock.file_ = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock.file_ < 0) return base::Error{std::string("cannot be written: ") + std::strerror(errno)};
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
    const bool is_taken = errno == EWOULDBLOCK;
    const std::string why = is_taken ? "" : std::string("cannot be locked: ") + std::strerror(errno);
    if (!is_taken || std::chrono::steady_clock::now() >= give_up) {
      const std::string other = is_taken ? "another server uses it: " + holder_of(lock.file_, path, note) : why;
      // Not ours: the note beside it stays.
      ::close(std::exchange(lock.file_, -1));
      return base::Error{other};
    }
    std::this_thread::sleep_for(kPause);
  }
  lock.announce(holder);
  return lock;
}

FileLock::~FileLock() {
  if (file_ < 0) return;
  std::error_code ignored;
  if (note_ != path_) fs::remove(note_, ignored);
  ::close(file_);
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), note_(std::move(other.note_)), file_(std::exchange(other.file_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(note_, other.note_);
  std::swap(file_, other.file_);
  return *this;
}

bool FileLock::is_in_place() const {
  struct stat held {};
  struct stat there {};
  return file_ >= 0 && ::fstat(file_, &held) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         held.st_ino == there.st_ino && held.st_dev == there.st_dev;
}

void FileLock::announce(const std::string& holder) const { write_note(note_, holder); }

}  // namespace partita::store
