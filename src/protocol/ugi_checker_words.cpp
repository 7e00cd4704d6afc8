// What an engine says besides searching: who it is, that it is ready, answers to queries, silence, bad lines.
#include <algorithm>

#include "base/text.h"
#include "protocol/ugi_checker.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

/// What is wrong with an option line; empty if nothing.
std::string option_fault(const std::string& line) {
  const auto spec = read_option(line);
  if (!spec) return spec.error() + ": " + base::quoted(line);
  if (!has_word(line, "default")) return "no default: " + base::quoted(line);
  using Kind = base::OptionSpec::Kind;
  const std::string& value = spec->default_value;
  if (spec->kind == Kind::kSpin) {
    const auto number = base::read_int(value);
    if (!number || *number < spec->min || *number > spec->max)
      return "default outside min and max: " + base::quoted(line);
  }
  if (spec->kind == Kind::kCombo && std::count(spec->choices.begin(), spec->choices.end(), value) == 0) {
    return "default is no var: " + base::quoted(line);
  }
  if (spec->kind == Kind::kCheck && value != "true" && value != "false")
    return "a check is true or false: " + base::quoted(line);
  return "";
}

}  // namespace

bool UgiChecker::shake_hands() {
  talk_->say("ugi");
  const auto lines = talk_->hear_until("ugiok", patience_.answer_ms);
  judge("handshake", lines ? "" : no_answer("ugi"));
  if (!lines) return false;
  const auto says = [&](const char* what) {
    return std::any_of(lines->begin(), lines->end(), [&](const std::string& line) {
      const auto words = base::words(line);
      return words.size() > 2 && words[0] == "id" && words[1] == what;
    });
  };
  judge("identity", !says("name") ? "no id name" : !says("author") ? "no id author" : "");
  judge("options", "");
  for (const std::string& line : *lines) {
    if (!begins_with(line, "option")) continue;
    judge("options", option_fault(line));
    if (auto spec = read_option(line)) options_.push_back(std::move(*spec));
  }
  const base::OptionSpec* book = base::find_option(options_, "OwnBook");
  if (book == nullptr)
    skip("own-book", "it has no OwnBook");
  else
    judge("own-book", book->default_value == "false" ? "" : "default is " + base::quoted(book->default_value));
  return true;
}

void UgiChecker::check_ready() {
  judge("isready", is_ready() ? "" : no_answer("isready"));
  talk_->say("uginewgame");
  judge("newgame", is_ready() ? "" : no_answer("uginewgame, isready"));
}

std::optional<std::string> UgiChecker::ask(const std::string& what) {
  talk_->say("query " + what);
  const auto lines = talk_->hear_until("response", patience_.answer_ms);
  if (!lines) return std::nullopt;
  const auto words = base::words(lines->back());
  judge("response-tokens", words.size() == 2 ? "" : "to query " + what + ": " + base::quoted(lines->back()));
  return words.size() < 2 ? std::string() : std::string(words[1]);
}

void UgiChecker::expect(std::string_view rule, const std::string& what, const std::vector<std::string>& wanted) {
  if (!is_alive()) return judge(rule, "the engine has died");
  const auto answer = ask(what);
  if (!answer) return judge(rule, no_answer("query " + what));
  const bool fits = std::find(wanted.begin(), wanted.end(), *answer) != wanted.end();
  judge(rule, fits ? "" : "query " + what + " says " + base::quoted(*answer));
}

void UgiChecker::check_queries() {
  talk_->say("position startpos");
  is_ready();
  expect("turn", "p1turn", {"true", "false"});
  expect("gameover", "gameover", {"false"});
  expect("result", "result", {"none"});
}

void UgiChecker::expect_silence(const std::string& after, ErrorLines errors) {
  for (const std::string& line : talk_->hear_for(patience_.quiet_ms)) {
    const bool is_error = begins_with(line, "info") && has_word(line, "string");
    if (errors == ErrorLines::kForbidden || !is_error) judge("unasked", "after " + after + ": " + base::quoted(line));
  }
}

void UgiChecker::check_silence() {
  if (!is_alive()) return judge("unasked", "the engine has died");
  judge("unasked", "");
  expect_silence("bestmove", ErrorLines::kForbidden);
  talk_->say("stop");
  expect_silence("a stop without a search", ErrorLines::kAllowed);
  if (!options_.empty()) {
    const base::OptionSpec& option = options_.back();
    talk_->say("setoption name " + option.name + " value " +
               (option.default_value.empty() ? "<empty>" : option.default_value));
    expect_silence("setoption", ErrorLines::kForbidden);
  }
  talk_->say("position startpos");
  expect_silence("position", ErrorLines::kForbidden);
}

void UgiChecker::check_unknown() {
  if (!is_alive()) return judge("unknown", "the engine has died");
  talk_->say("position startpos");
  is_ready();
  const auto before = ask("p1turn");
  for (const char* line : {"florble wibble", "", "   ", "go", "go depth banana", "position startpos moves \x01\x7f zz9",
                           "position", "query", "query weather", "setoption", "setoption name \xff value"}) {
    talk_->say(line);
    const bool is_search = std::string_view(line).substr(0, 2) == "go";
    if (is_search) talk_->say("stop");
    if (!is_ready()) return judge("unknown", no_answer("isready after " + base::quoted(line)));
  }
  const auto after = ask("p1turn");
  judge("unknown", before && after && *before == *after ? "" : "query p1turn has another answer after bad lines");
}

}  // namespace partita::protocol
