#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::apps {

/// The files a command writes, and the one rule for all of them: what is there already is overwritten only with
/// --force, and "-" is never the name of a file. Checked before the command begins.
class Outputs {
 public:
  enum class Kind {
    kNew,       ///< begun by the command
    kDocument,  ///< likewise, and "-" is standard output
    kExtended,  ///< the command itself knows what is there and goes on with it: logs, checkpoints
  };

  void add(std::string option, const std::string& path, Kind kind);
  /// Files that go on with earlier work are not refused while this is true.
  void resumes_if(const bool& flag) { resumes_ = &flag; }
  bool& force() { return force_; }
  /// An error names the first file that may not be written.
  base::Parsed<base::Done> check() const;

 private:
  struct File {
    std::string option;
    const std::string* path;
    Kind kind;
  };
  std::vector<File> files_;
  const bool* resumes_ = nullptr;
  bool force_ = false;
};

/// The rule itself, for names that no option gave.
base::Parsed<base::Done> may_write(const std::string& path, bool force);

/// Forgets a file that --force overwrites, for writers that begin no file that is there. Not a device.
void remove_old(const std::string& path);

/// Writes a document, to standard output if the path is "-".
base::Parsed<base::Done> write_document(const std::string& path, const std::string& text);

/// Standard output of a dialogue: each line is handed over at once. Any thread.
class LineOutput {
 public:
  void write(const std::string& line);
  /// Nobody reads any more, or it cannot be written.
  bool is_closed() const { return failure_ != 0; }
  /// The command's, in the end: a reader that has gone is fine, a full disk is told.
  int exit_code() const;

 private:
  std::atomic<int> failure_{0};
};

/// Whether all that was printed has arrived: a full disk is an error however well the work went. The exit code with
/// which the program ends; told on stderr.
int finish_output(int code);

}  // namespace partita::apps
