#include "work/worker_keys.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "base/text.h"

namespace partita::work {

namespace {

constexpr std::string_view kKeyFileHead = "# partita worker keys 1: name, SHA-256 of the key, threads, state, reason\n";
constexpr std::size_t kLongestKeyName = 40;
constexpr int kMostKeyThreads = 64;
constexpr int kPrivateMode = 0600;

/// Names stand on a page and in a file of columns.
bool is_key_name(const std::string& name) {
  const auto is_fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  return !name.empty() && name.size() <= kLongestKeyName && std::all_of(name.begin(), name.end(), is_fine);
}

base::Parsed<std::string> new_key() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return base::Error{"the system has no random numbers"};
  std::string key(kKeyMark);
  for (const unsigned char byte : bytes) key += base::format("%02x", static_cast<unsigned>(byte));
  return key;
}

std::optional<WorkerKey::State> read_state(std::string_view text) {
  using State = WorkerKey::State;
  for (const State state : {State::kActive, State::kRevoked, State::kSuspended}) {
    if (text == state_name(state)) return state;
  }
  return std::nullopt;
}

base::Parsed<WorkerKey> read_key_line(std::string_view line) {
  const auto columns = base::split(line, '\t');
  if (columns.size() != 5) return base::Error{"expected five columns"};
  WorkerKey key;
  key.name = std::string(columns[0]);
  if (!is_key_name(key.name)) return base::Error{"not a name: " + base::quoted(columns[0])};
  key.digest = std::string(columns[1]);
  const bool is_hex = key.digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (key.digest.size() != 64 || !is_hex) return base::Error{"expected 64 hexadecimal digits"};
  const auto threads = base::read_int(columns[2]);
  if (!threads || *threads < 1 || *threads > kMostKeyThreads) return base::Error{"threads: expected 1 to 64"};
  key.threads = static_cast<int>(*threads);
  const auto state = read_state(columns[3]);
  if (!state) return base::Error{"expected active, revoked or suspended"};
  key.state = *state;
  key.reason = std::string(columns[4]);
  return key;
}

/// While it lives nobody else changes the file.
class KeyFileLock {
 public:
  explicit KeyFileLock(const std::string& path)
      : file_(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kPrivateMode)) {
    while (file_ >= 0 && ::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~KeyFileLock() {
    if (file_ >= 0) ::close(file_);
  }
  KeyFileLock(const KeyFileLock&) = delete;
  KeyFileLock& operator=(const KeyFileLock&) = delete;
  bool is_held() const { return file_ >= 0; }

 private:
  int file_;
};

base::Parsed<base::Done> write_keys(const std::string& path, const std::vector<WorkerKey>& keys) {
  std::string text(kKeyFileHead);
  for (const WorkerKey& key : keys) {
    text += key.name + "\t" + key.digest + "\t" + std::to_string(key.threads) + "\t" +
            std::string(state_name(key.state)) + "\t" + key.reason + "\n";
  }
  const std::string fresh = path + ".new";
  const base::Error failure{path + ": cannot be written"};
  ::unlink(fresh.c_str());
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kPrivateMode);
  if (file < 0) return failure;
  const bool is_written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  ::close(file);
  if (!is_written || ::rename(fresh.c_str(), path.c_str()) != 0) return failure;
  return base::Done{};
}

}  // namespace

std::string_view state_name(WorkerKey::State state) {
  switch (state) {
    case WorkerKey::State::kActive: return "active";
    case WorkerKey::State::kRevoked: return "revoked";
    case WorkerKey::State::kSuspended: return "suspended";
  }
  return "suspended";
}

base::Parsed<std::vector<WorkerKey>> WorkerKeyFile::read() const {
  std::vector<WorkerKey> keys;
  std::ifstream file(path_);
  if (!file) {
    if (::access(path_.c_str(), F_OK) != 0) return keys;
    return base::Error{path_ + ": cannot be read"};
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    auto key = read_key_line(line);
    if (!key) return key.error_at(path_ + ":" + std::to_string(number));
    keys.push_back(std::move(*key));
  }
  return keys;
}

base::Parsed<std::string> WorkerKeyFile::add(const std::string& name, int threads) const {
  if (!is_key_name(name))
    return base::Error{"a helper's name has 1 to 40 letters, digits, dots, dashes and underlines, not " +
                       base::quoted(name)};
  if (threads < 1 || threads > kMostKeyThreads) return base::Error{"threads: expected 1 to 64"};
  const KeyFileLock lock(path_);
  if (!lock.is_held()) return base::Error{path_ + ": cannot be written"};
  auto keys = read();
  if (!keys) return keys.forward_error();
  const auto same = std::find_if(keys->begin(), keys->end(), [&](const WorkerKey& key) { return key.name == name; });
  if (same != keys->end() && same->state == WorkerKey::State::kActive)
    return base::Error{base::quoted(name) + " has a key; revoke it first"};
  if (same != keys->end()) keys->erase(same);
  auto key = new_key();
  if (!key) return key;
  keys->push_back({name, base::sha256(*key), threads});
  if (const auto written = write_keys(path_, *keys); !written) return written.forward_error();
  return key;
}

base::Parsed<base::Done> WorkerKeyFile::set_state(const std::string& name, WorkerKey::State state,
                                                  const std::string& reason) const {
  const KeyFileLock lock(path_);
  if (!lock.is_held()) return base::Error{path_ + ": cannot be written"};
  auto keys = read();
  if (!keys) return keys.forward_error();
  const auto same = std::find_if(keys->begin(), keys->end(), [&](const WorkerKey& key) { return key.name == name; });
  if (same == keys->end()) return base::Error{"nobody named " + base::quoted(name) + " has a key in " + path_};
  same->state = state;
  same->reason = reason;
  std::replace_if(
      same->reason.begin(), same->reason.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return write_keys(path_, *keys);
}

std::int64_t WorkerKeyFile::version() const {
  struct stat about {};
  if (::stat(path_.c_str(), &about) != 0) return 0;
  // Every change is a new file; its number alone may be used again.
  return static_cast<std::int64_t>(about.st_mtim.tv_sec) * 1'000'000'000 + about.st_mtim.tv_nsec +
         static_cast<std::int64_t>(about.st_ino);
}

}  // namespace partita::work
