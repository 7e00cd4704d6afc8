#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::base {

/// A file that is written whole or not at all: its contents go into "PATH.new", which commit() renames to PATH. The
/// contents are on the disk before the rename and the rename is before commit() returns, so that neither a kill nor a
/// power cut at any moment leaves anything but the old file or the new one. One thread.
class ReplacingFile {
 public:
  /// `beginning` is how files of this kind begin: a "PATH.new" of another kind is somebody's and not overwritten.
  ReplacingFile(std::string path, std::string_view beginning);
  /// Without a commit nothing remains.
  ~ReplacingFile();
  ReplacingFile(const ReplacingFile&) = delete;
  ReplacingFile& operator=(const ReplacingFile&) = delete;

  /// Failures are kept for commit().
  void write(std::string_view bytes);
  Parsed<Done> commit();

 private:
  void open(std::string_view beginning);
  void flush();
  void fail(const char* what, const std::string& path);

  std::string path_;
  std::string fresh_path_;
  int file_ = -1;
  std::string buffer_;
  std::string failure_;
};

}  // namespace partita::base
