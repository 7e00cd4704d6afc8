#include "protocol/ugi_checker.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "protocol/ugi_check_rules.h"

namespace partita::protocol {

bool has_word(const std::string& line, std::string_view word) {
  const auto words = base::words(line);
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool begins_with(const std::string& line, std::string_view word) {
  const auto words = base::words(line);
  return !words.empty() && words[0] == word;
}

UgiChecker::UgiChecker(std::vector<std::string> command, const UgiCheckPatience& patience)
    : command_(std::move(command)), patience_(patience) {
  for (const UgiRule& rule : kUgiRules) {
    verdicts_.push_back({rule.name, rule.text, RuleVerdict::Outcome::kSkipped, "not reached"});
  }
}

base::Parsed<std::vector<RuleVerdict>> UgiChecker::run() {
  auto talk = UgiTalk::start(command_);
  if (!talk) return talk.forward_error();
  talk_ = std::move(*talk);
  if (!shake_hands()) return verdicts_;
  check_ready();
  check_queries();
  check_searches();
  check_infinite();
  check_silence();
  check_unknown();
  play_whole_game();
  check_quit();
  check_end_of_input();
  return verdicts_;
}

RuleVerdict& UgiChecker::verdict(std::string_view rule) {
  return *std::find_if(verdicts_.begin(), verdicts_.end(), [&](const RuleVerdict& v) { return v.rule == rule; });
}

void UgiChecker::judge(std::string_view rule, const std::string& fault) {
  RuleVerdict& v = verdict(rule);
  if (v.outcome == RuleVerdict::Outcome::kFailed) return;
  v.outcome = fault.empty() ? RuleVerdict::Outcome::kPassed : RuleVerdict::Outcome::kFailed;
  v.detail = fault;
}

void UgiChecker::skip(std::string_view rule, const std::string& why) { verdict(rule).detail = why; }

std::string UgiChecker::no_answer(const std::string& asked) const {
  return asked + ": " + (talk_->has_ended() ? "the engine has died" : "no answer in time");
}

bool UgiChecker::is_alive() {
  if (!talk_->has_ended()) return true;
  return restart();
}

bool UgiChecker::restart() {
  auto talk = UgiTalk::start(command_);
  if (!talk) return false;
  talk_ = std::move(*talk);
  talk_->say("ugi");
  return talk_->hear_until("ugiok", patience_.answer_ms) && is_ready();
}

bool UgiChecker::is_ready() {
  talk_->say("isready");
  return talk_->hear_until("readyok", patience_.answer_ms).has_value();
}

}  // namespace partita::protocol
