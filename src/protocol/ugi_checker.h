#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "catalog/any_position.h"
#include "protocol/ugi_check.h"
#include "protocol/ugi_talk.h"

namespace partita::protocol {

/// One engine on trial: asks, listens, and keeps a verdict for each rule. Inside of check_ugi_engine(), where its
/// contract is.
class UgiChecker {
 public:
  UgiChecker(std::vector<std::string> command, const UgiCheckPatience& patience);
  base::Parsed<std::vector<RuleVerdict>> run();

 private:
  enum class ErrorLines { kForbidden, kAllowed };

  // Verdicts, and the engine's life: ugi_checker.cpp.
  RuleVerdict& verdict(std::string_view rule);
  /// A rule fails for good with its first fault.
  void judge(std::string_view rule, const std::string& fault);
  void skip(std::string_view rule, const std::string& why);
  std::string no_answer(const std::string& asked) const;
  /// A fresh engine after a death, so that later rules get their chance.
  bool is_alive();
  bool restart();
  bool is_ready();

  // Words: ugi_checker_words.cpp.
  bool shake_hands();
  void check_ready();
  /// The second token of the response; nothing if there is none.
  std::optional<std::string> ask(const std::string& what);
  void expect(std::string_view rule, const std::string& what, const std::vector<std::string>& wanted);
  void check_queries();
  void expect_silence(const std::string& after, ErrorLines errors);
  void check_silence();
  void check_unknown();

  // Searches and games: ugi_checker_search.cpp.
  /// The move of one search; empty with a verdict on `rule` if there is none.
  std::string search(std::string_view rule, const std::string& go, int timeout_ms);
  std::string judged_move(const UgiTalk::Lines& lines);
  void check_search(std::string_view rule, const std::string& go);
  void check_searches();
  void check_infinite();
  void play_whole_game();
  void judge_result(const std::optional<catalog::AnyPosition>& position);
  bool judge_move(catalog::AnyPosition& position, const std::string& move);
  void check_quit();
  void check_end_of_input();

  const std::vector<std::string> command_;
  const UgiCheckPatience patience_;
  std::vector<RuleVerdict> verdicts_;
  std::vector<base::OptionSpec> options_;
  std::unique_ptr<UgiTalk> talk_;
};

/// Whether the word stands in the line; whether the line begins with it.
bool has_word(const std::string& line, std::string_view word);
bool begins_with(const std::string& line, std::string_view word);

}  // namespace partita::protocol
