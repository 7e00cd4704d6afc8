#pragma once

#include <cassert>
#include <map>
#include <string>
#include <utility>
#include <variant>

namespace partita::base {

/// Why text from outside was refused: one line that names the place and what was expected. Where people meet it in
/// their own language it has a code and what goes into the sentence besides; programs read these and never the line.
struct Error {
  std::string message;
  std::string code = {};                                      ///< "setup.no-place"; mostly empty
  std::map<std::string, std::string, std::less<>> with = {};  ///< "cell": "E5"
};

/// Either a value or the reason why there is none. Everything that reads text from outside returns one; nothing in the
/// house throws for bad input.
template <class T>
class [[nodiscard]] Parsed {
 public:
  Parsed(T value) : state_(std::move(value)) {}      // NOLINT: conversions make readers' code plain
  Parsed(Error error) : state_(std::move(error)) {}  // NOLINT

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  /// REQUIRES: ok().
  T& value() {
    assert(ok());
    return std::get<T>(state_);
  }
  const T& value() const {
    assert(ok());
    return std::get<T>(state_);
  }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// REQUIRES: !ok().
  const std::string& error() const {
    assert(!ok());
    return std::get<Error>(state_).message;
  }
  /// The same refusal for another type. REQUIRES: !ok().
  Error forward_error() const { return std::get<Error>(state_); }
  /// The refusal with the place put before it: "line 7: ...". REQUIRES: !ok().
  Error error_at(const std::string& place) const {
    Error error = forward_error();
    error.message = place + ": " + error.message;
    return error;
  }

 private:
  std::variant<T, Error> state_;
};

/// The value type of a reader that has nothing to hand back but "fine".
struct Done {};

}  // namespace partita::base
