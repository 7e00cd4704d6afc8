#pragma once

#include <functional>
#include <string>
#include <utility>

#include "base/parsed.h"

namespace partita::server {

/// What became of a request: fine, or an ErrorCode of the wire schema with a sentence for people.
struct Verdict {
  std::string code;
  std::string message;
  base::Error why = {};  ///< where the rules refuse: a code that the page has words for
  bool ok() const { return code.empty(); }
};

inline Verdict refused(std::string code, std::string message) { return {std::move(code), std::move(message), {}}; }
inline Verdict refused(std::string code, base::Error why) {
  std::string message = why.message;
  return {std::move(code), std::move(message), std::move(why)};
}

using Reply = std::function<void(const Verdict&)>;

}  // namespace partita::server
