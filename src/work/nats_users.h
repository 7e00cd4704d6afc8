#pragma once

#include <string>
#include <vector>

#include "base/parsed.h"

namespace partita::work {

/// One who may connect to a NATS server, known by the public part of an NKEY (Ed25519).
struct NatsUser {
  enum class Class {
    kServer,  ///< a page's server or a dispatcher of jobs: may do everything
    kWorker,  ///< takes jobs and searches and answers them; may hand out none, and change no stream
    kGuest,   ///< somebody else's machine: takes the jobs that are sent to its name and answers them, no more
  };
  std::string name;
  Class of = Class::kWorker;
  std::string nkey;  ///< "U...", 56 letters and digits
};

const char* class_name(NatsUser::Class of);

/// The users of a NATS server: a file that its configuration includes, one user a line with its permissions by subject.
/// Nothing in it is secret.
class NatsUserFile {
 public:
  explicit NatsUserFile(std::string path) : path_(std::move(path)) {}
  /// A missing file holds nobody.
  base::Parsed<std::vector<NatsUser>> read() const;
  /// Makes a key, writes its secret part to `credentials` (a new file that only its owner can read, for
  /// --nats-credentials) and adds the user. The NATS server hears of it with its next reload.
  base::Parsed<base::Done> add(const std::string& name, NatsUser::Class of, const std::string& credentials) const;
  base::Parsed<base::Done> remove(const std::string& name) const;

 private:
  base::Parsed<base::Done> write(const std::vector<NatsUser>& users) const;

  std::string path_;
};

}  // namespace partita::work
