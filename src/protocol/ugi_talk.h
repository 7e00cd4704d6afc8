#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "protocol/child_process.h"

namespace partita::protocol {

/// A conversation with an engine, line by line, for rules to be checked: everything heard is kept until it is taken.
class UgiTalk {
 public:
  using Lines = std::vector<std::string>;

  static base::Parsed<std::unique_ptr<UgiTalk>> start(const std::vector<std::string>& command);

  /// False if the engine does not take it.
  bool say(const std::string& line) { return child_->write_line(line); }
  /// Everything up to and with the first line that begins with this word. Nothing if it does not come in time; what
  /// came instead is in last_heard().
  std::optional<Lines> hear_until(std::string_view first_word, int timeout_ms);
  /// Everything that comes within the time.
  Lines hear_for(int milliseconds);
  const Lines& last_heard() const { return last_heard_; }
  /// Whether the engine ends by itself in time.
  bool ends_within(int timeout_ms);
  bool has_ended() const { return child_->has_ended(); }
  void close_input() { child_->close_input(); }

 private:
  explicit UgiTalk(std::unique_ptr<ChildProcess> child) : child_(std::move(child)) {}
  std::unique_ptr<ChildProcess> child_;
  Lines last_heard_;
};

}  // namespace partita::protocol
