#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::record {

/// Walks over a text and knows line and column, so that every refusal can say where. Columns count bytes from 1.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  /// '\0' at the end.
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++line_;
      line_begin_ = at_;
    }
    return c;
  }
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void skip_space() {
    while (!at_end() && is_space(peek())) take();
  }
  void skip_line() {
    while (!at_end() && take() != '\n') {
    }
  }
  bool at_line_start() const { return at_ == line_begin_; }
  int line() const { return line_; }
  int column() const { return static_cast<int>(at_ - line_begin_) + 1; }
  base::Error error(const std::string& reason) const { return error_at(line_, column(), reason); }
  static base::Error error_at(int line, int column, const std::string& reason) {
    return base::Error{std::to_string(line) + ":" + std::to_string(column) + ": " + reason};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
};

}  // namespace partita::record
