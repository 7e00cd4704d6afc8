#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"

namespace partita::work {

/// A volunteer's permission to think for a server.
struct WorkerKey {
  enum class State { kActive, kRevoked, kSuspended };

  std::string name;    ///< for people; shown on the page of thanks
  std::string digest;  ///< SHA-256 of the key. The key itself has 128 random bits and is kept by its owner alone
  int threads = 0;     ///< searches of each lane at a time
  State state = State::kActive;
  std::string reason = {};  ///< why it is suspended
};

/// How keys begin, so that they are recognised wherever one was written by mistake.
inline constexpr std::string_view kKeyMark = "partita-key-";

/// The file of keys: one line each, readable by its owner alone. The command line and any number of servers may change
/// it at the same time; each change is whole.
class WorkerKeyFile {
 public:
  explicit WorkerKeyFile(std::string path) : path_(std::move(path)) {}
  const std::string& path() const { return path_; }

  /// No file means no keys.
  base::Parsed<std::vector<WorkerKey>> read() const;
  /// Makes a key of that name, or a new one for a name whose old key was revoked or suspended. The result is the key.
  base::Parsed<std::string> add(const std::string& name, int threads) const;
  base::Parsed<base::Done> set_state(const std::string& name, WorkerKey::State state, const std::string& reason) const;
  /// Changes whenever the file does; 0 without a file.
  std::int64_t version() const;

 private:
  std::string path_;
};

std::string_view state_name(WorkerKey::State state);

}  // namespace partita::work
