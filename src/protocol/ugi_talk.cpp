#include "protocol/ugi_talk.h"

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"

namespace partita::protocol {

namespace {
constexpr std::size_t kMostHeard = 200'000;
}

base::Parsed<std::unique_ptr<UgiTalk>> UgiTalk::start(const std::vector<std::string>& command) {
  auto child = ChildProcess::start(command);
  if (!child) return child.forward_error();
  return std::unique_ptr<UgiTalk>(new UgiTalk(std::move(*child)));
}

std::optional<UgiTalk::Lines> UgiTalk::hear_until(std::string_view first_word, int timeout_ms) {
  const base::Stopwatch watch;
  last_heard_.clear();
  while (last_heard_.size() < kMostHeard) {
    const int left_ms = timeout_ms - static_cast<int>(watch.milliseconds());
    const auto line = child_->read_line(std::max(0, left_ms));
    if (!line) return std::nullopt;
    last_heard_.push_back(line->text);
    const auto words = base::words(line->text);
    if (!words.empty() && words[0] == first_word) return last_heard_;
  }
  return std::nullopt;
}

UgiTalk::Lines UgiTalk::hear_for(int milliseconds) {
  const base::Stopwatch watch;
  last_heard_.clear();
  while (last_heard_.size() < kMostHeard) {
    const auto line = child_->read_line(std::max(0, milliseconds - static_cast<int>(watch.milliseconds())));
    if (!line) break;
    last_heard_.push_back(line->text);
  }
  return last_heard_;
}

bool UgiTalk::ends_within(int timeout_ms) {
  hear_for(timeout_ms);
  return child_->has_ended();
}

}  // namespace partita::protocol
