#pragma once

#include <string>

#include "base/parsed.h"

namespace partita::store {

/// What somebody who finds a lock taken is told: "process 4711 on HOST (ADDRESS), since 2026-01-31 12:00:00 UTC". The
/// time is when this process began to hold.
std::string holder_text(const std::string& address);

/// A file that one process at a time holds. The lock belongs to the file itself, not to its name: links to it and other
/// paths lead to the same lock, and it goes with its process, however that ends.
class FileLock {
 public:
  FileLock() = default;
  /// Makes the file, readable by its owner alone, if it is not there, and locks it. Who holds it is written to `note`,
  /// which may be the file itself. The error names the holder, or says why the file cannot be used.
  static base::Parsed<FileLock> take(const std::string& path, const std::string& note, const std::string& holder);
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

  bool is_held() const { return file_ >= 0; }
  /// Whether the path still leads to the file that was locked: false once that was deleted or replaced.
  bool is_in_place() const;
  /// Says anew who holds it.
  void announce(const std::string& holder) const;

 private:
  std::string path_;
  std::string note_;
  int file_ = -1;
};

}  // namespace partita::store
