#pragma once

#include <functional>
#include <string>

namespace partita::server {

/// What became of a request: fine, or an ErrorCode of the wire schema with a sentence for people.
struct Verdict {
  std::string code;
  std::string message;
  bool ok() const { return code.empty(); }
};

inline Verdict refused(std::string code, std::string message) { return {std::move(code), std::move(message)}; }

using Reply = std::function<void(const Verdict&)>;

}  // namespace partita::server
