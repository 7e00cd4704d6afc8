#include "protocol/ugi_check.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/any_position.h"
#include "protocol/ugi_check_rules.h"
#include "protocol/ugi_talk.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

using Lines = UgiTalk::Lines;
using Outcome = RuleVerdict::Outcome;

constexpr int kMovetimeMs = 200;

bool has_word(const std::string& line, std::string_view word) {
  const auto words = base::words(line);
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool begins_with(const std::string& line, std::string_view word) {
  const auto words = base::words(line);
  return !words.empty() && words[0] == word;
}

/// What is wrong with an option line; empty if nothing.
std::string option_fault(const std::string& line) {
  const auto spec = read_option(line);
  if (!spec) return spec.error() + ": " + base::quoted(line);
  if (!has_word(line, "default")) return "no default: " + base::quoted(line);
  using Kind = base::OptionSpec::Kind;
  const std::string& value = spec->default_value;
  if (spec->kind == Kind::kSpin) {
    const auto number = base::read_int(value);
    if (!number || *number < spec->min || *number > spec->max) return "default outside min and max: " + base::quoted(line);
  }
  if (spec->kind == Kind::kCombo && std::count(spec->choices.begin(), spec->choices.end(), value) == 0) {
    return "default is no var: " + base::quoted(line);
  }
  if (spec->kind == Kind::kCheck && value != "true" && value != "false") return "a check is true or false: " + base::quoted(line);
  return "";
}

/// The start position, where the engine's options name one of our games.
std::optional<catalog::AnyPosition> known_start(const std::vector<base::OptionSpec>& options) {
  const base::OptionSpec* game = base::find_option(options, "Game");
  if (game == nullptr) return std::nullopt;
  base::OptionValues rules;
  for (const base::OptionSpec& option : options) {
    constexpr std::string_view kPrefix = "Rules_";
    if (option.name.rfind(kPrefix, 0) == 0) rules[option.name.substr(kPrefix.size())] = option.default_value;
  }
  auto position = catalog::AnyPosition::initial(game->default_value, rules);
  return position ? std::optional(*position) : std::nullopt;
}

class UgiChecker {
 public:
  UgiChecker(std::vector<std::string> command, const UgiCheckPatience& patience)
      : command_(std::move(command)), patience_(patience) {
    for (const UgiRule& rule : kUgiRules) verdicts_.push_back({rule.name, rule.text, Outcome::kSkipped, "not reached"});
  }

  base::Parsed<std::vector<RuleVerdict>> run() {
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

 private:
  RuleVerdict& verdict(std::string_view rule) {
    return *std::find_if(verdicts_.begin(), verdicts_.end(), [&](const RuleVerdict& v) { return v.rule == rule; });
  }
  /// A rule fails for good with its first fault.
  void judge(std::string_view rule, const std::string& fault) {
    RuleVerdict& v = verdict(rule);
    if (v.outcome == Outcome::kFailed) return;
    v.outcome = fault.empty() ? Outcome::kPassed : Outcome::kFailed;
    v.detail = fault;
  }
  void skip(std::string_view rule, const std::string& why) { verdict(rule).detail = why; }

  std::string no_answer(const std::string& asked) const {
    return asked + ": " + (talk_->has_ended() ? "the engine has died" : "no answer in time");
  }
  /// A fresh engine after a death, so that later rules get their chance.
  bool is_alive() {
    if (!talk_->has_ended()) return true;
    return restart();
  }
  bool restart() {
    auto talk = UgiTalk::start(command_);
    if (!talk) return false;
    talk_ = std::move(*talk);
    talk_->say("ugi");
    return talk_->hear_until("ugiok", patience_.answer_ms) && is_ready();
  }
  bool is_ready() {
    talk_->say("isready");
    return talk_->hear_until("readyok", patience_.answer_ms).has_value();
  }

  bool shake_hands() {
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
    if (book == nullptr) skip("own-book", "it has no OwnBook");
    else judge("own-book", book->default_value == "false" ? "" : "default is " + base::quoted(book->default_value));
    return true;
  }

  void check_ready() {
    judge("isready", is_ready() ? "" : no_answer("isready"));
    talk_->say("uginewgame");
    judge("newgame", is_ready() ? "" : no_answer("uginewgame, isready"));
  }

  /// The second token of the response; nothing if there is none.
  std::optional<std::string> ask(const std::string& what) {
    talk_->say("query " + what);
    const auto lines = talk_->hear_until("response", patience_.answer_ms);
    if (!lines) return std::nullopt;
    const auto words = base::words(lines->back());
    judge("response-tokens", words.size() == 2 ? "" : "to query " + what + ": " + base::quoted(lines->back()));
    return words.size() < 2 ? std::string() : std::string(words[1]);
  }
  void expect(std::string_view rule, const std::string& what, const std::vector<std::string>& wanted) {
    if (!is_alive()) return judge(rule, "the engine has died");
    const auto answer = ask(what);
    if (!answer) return judge(rule, no_answer("query " + what));
    const bool fits = std::find(wanted.begin(), wanted.end(), *answer) != wanted.end();
    judge(rule, fits ? "" : "query " + what + " says " + base::quoted(*answer));
  }
  void check_queries() {
    talk_->say("position startpos");
    is_ready();
    expect("turn", "p1turn", {"true", "false"});
    expect("gameover", "gameover", {"false"});
    expect("result", "result", {"none"});
  }

  /// The move of one search; empty with a verdict on `rule` if there is none.
  std::string search(std::string_view rule, const std::string& go, int timeout_ms) {
    talk_->say(go);
    const auto lines = talk_->hear_until("bestmove", timeout_ms);
    if (!lines) {
      judge(rule, no_answer(go));
      // Whatever it still does must not spoil what follows.
      restart();
      return "";
    }
    return judged_move(*lines);
  }
  std::string judged_move(const Lines& lines) {
    const auto words = base::words(lines.back());
    judge("bestmove-tokens", words.size() == 2 ? "" : base::quoted(lines.back()));
    const auto info = std::find_if(lines.rbegin(), lines.rend(), [](const std::string& line) {
      return begins_with(line, "info") && !has_word(line, "string");
    });
    if (info == lines.rend()) {
      judge("last-info", "no info line");
    } else {
      for (const char* field : {"nodes", "time", "nps"}) {
        if (!has_word(*info, field)) judge("last-info", std::string("no ") + field + " in " + base::quoted(*info));
      }
      judge("last-info", "");
    }
    return words.size() < 2 ? "" : std::string(words[1]);
  }

  void check_search(std::string_view rule, const std::string& go) {
    if (!is_alive()) return judge(rule, "the engine has died");
    talk_->say("position startpos");
    is_ready();
    if (!search(rule, go, patience_.search_ms).empty()) judge(rule, "");
  }
  void check_searches() {
    check_search("go-depth", "go depth 2");
    check_search("go-nodes", "go nodes 500");
    check_search("go-clock", "go p1time 2000 p2time 2000 p1inc 10 p2inc 10");
    const base::Stopwatch watch;
    check_search("go-movetime", "go movetime " + std::to_string(kMovetimeMs));
    if (watch.milliseconds() > patience_.ready_ms + 5 * kMovetimeMs) {
      judge("go-movetime", "took " + std::to_string(watch.milliseconds()) + " ms for " + std::to_string(kMovetimeMs));
    }
  }

  void check_infinite() {
    if (!is_alive()) return judge("stop", "the engine has died");
    talk_->say("position startpos");
    is_ready();
    talk_->say("go infinite");
    const Lines early = talk_->hear_for(patience_.quiet_ms);
    const bool ended = std::any_of(early.begin(), early.end(), [](const std::string& l) { return begins_with(l, "bestmove"); });
    if (ended) {
      judge("stop", "bestmove came before stop");
      return skip("ready-in-search", "it does not search until stop");
    }
    talk_->say("isready");
    const auto ready = talk_->hear_until("readyok", patience_.ready_ms);
    judge("ready-in-search", ready ? "" : no_answer("isready while searching"));
    talk_->say("stop");
    const auto lines = talk_->hear_until("bestmove", patience_.answer_ms);
    if (!lines) {
      judge("stop", no_answer("stop"));
      restart();
      return;
    }
    judge("stop", "");
    Lines all = early;
    if (ready) all.insert(all.end(), ready->begin(), ready->end());
    all.insert(all.end(), lines->begin(), lines->end());
    judged_move(all);
  }

  void expect_silence(const std::string& after, bool errors_allowed) {
    for (const std::string& line : talk_->hear_for(patience_.quiet_ms)) {
      const bool is_error = begins_with(line, "info") && has_word(line, "string");
      if (!errors_allowed || !is_error) judge("unasked", "after " + after + ": " + base::quoted(line));
    }
  }
  void check_silence() {
    if (!is_alive()) return judge("unasked", "the engine has died");
    judge("unasked", "");
    expect_silence("bestmove", false);
    talk_->say("stop");
    expect_silence("a stop without a search", true);
    if (!options_.empty()) {
      const base::OptionSpec& option = options_.back();
      talk_->say("setoption name " + option.name + " value " +
                 (option.default_value.empty() ? "<empty>" : option.default_value));
      expect_silence("setoption", false);
    }
    talk_->say("position startpos");
    expect_silence("position", false);
  }

  void check_unknown() {
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

  void play_whole_game() {
    if (!is_alive()) return judge("whole-game", "the engine has died");
    auto position = known_start(options_);
    if (!position) skip("legal-moves", "the game is not one of ours, or not named by an option Game");
    talk_->say("uginewgame");
    std::string moves;
    for (int ply = 0; ply < patience_.most_plies; ++ply) {
      talk_->say("position startpos" + (moves.empty() ? "" : " moves" + moves));
      if (!is_ready()) return judge("whole-game", no_answer("isready after " + std::to_string(ply) + " plies"));
      const auto over = ask("gameover");
      if (!over) return judge("whole-game", no_answer("query gameover"));
      if (position && (*over == "true") != position->is_over()) {
        return judge("whole-game", "query gameover is wrong after" + moves.substr(0, 200));
      }
      if (*over == "true") return judge_result(position);
      const std::string move = search("whole-game", "go nodes 20", patience_.search_ms);
      if (move.empty()) return;
      if (position && !judge_move(*position, move)) return;
      moves += " " + move;
    }
    skip("whole-game", "not over after " + std::to_string(patience_.most_plies) + " plies");
  }
  void judge_result(const std::optional<catalog::AnyPosition>& position) {
    const auto result = ask("result");
    if (!result) return judge("whole-game", no_answer("query result"));
    if (position) {
      const std::string wanted = result_word(position->ending());
      return judge("whole-game", *result == wanted ? "" : "query result says " + base::quoted(*result) + ", it is " + wanted);
    }
    const std::vector<std::string> known = {"p1win", "p2win", "p3win", "p4win", "draw"};
    const bool fits = std::find(known.begin(), known.end(), *result) != known.end();
    judge("whole-game", fits ? "" : "query result says " + base::quoted(*result) + " when the game is over");
  }
  bool judge_move(catalog::AnyPosition& position, const std::string& move) {
    const auto played = position.play(move);
    judge("legal-moves", played ? "" : base::quoted(move) + " in " + position.text() + ": " + played.error());
    return played.ok();
  }

  void check_quit() {
    if (!is_alive()) return judge("quit", "the engine has died");
    talk_->say("position startpos");
    is_ready();
    talk_->say("go infinite");
    talk_->hear_for(patience_.quiet_ms);
    talk_->say("quit");
    const Lines lines = talk_->hear_for(patience_.answer_ms);
    const bool has_move = std::any_of(lines.begin(), lines.end(), [](const std::string& l) { return begins_with(l, "bestmove"); });
    if (!talk_->has_ended()) judge("quit", "still there after quit");
    else judge("quit", has_move ? "" : "no bestmove of the running search");
  }
  void check_end_of_input() {
    if (!restart()) return judge("end-of-input", "cannot be started again");
    talk_->close_input();
    judge("end-of-input", talk_->ends_within(patience_.answer_ms) ? "" : "still there after the end of its input");
  }

  const std::vector<std::string> command_;
  const UgiCheckPatience patience_;
  std::vector<RuleVerdict> verdicts_;
  std::vector<base::OptionSpec> options_;
  std::unique_ptr<UgiTalk> talk_;
};

}  // namespace

base::Parsed<std::vector<RuleVerdict>> check_ugi_engine(const std::vector<std::string>& command,
                                                        const UgiCheckPatience& patience) {
  return UgiChecker(command, patience).run();
}

std::string write_verdicts(const std::vector<RuleVerdict>& verdicts) {
  std::string text;
  int passed = 0, failed = 0, skipped = 0;
  for (const RuleVerdict& verdict : verdicts) {
    const bool is_failed = verdict.outcome == Outcome::kFailed;
    const bool is_passed = verdict.outcome == Outcome::kPassed;
    (is_failed ? failed : is_passed ? passed : skipped) += 1;
    char row[256];
    std::snprintf(row, sizeof row, "%-6s  %-16s  %s\n", is_failed ? "FAILED" : is_passed ? "passed" : "-",
                  verdict.rule.c_str(), verdict.text.c_str());
    text += row;
    if (!is_passed && !verdict.detail.empty()) text += "                          " + verdict.detail + "\n";
  }
  return text + std::to_string(passed) + " passed, " + std::to_string(failed) + " failed, " + std::to_string(skipped) +
         " not judged\n";
}

bool all_passed(const std::vector<RuleVerdict>& verdicts) {
  return std::none_of(verdicts.begin(), verdicts.end(), [](const RuleVerdict& v) { return v.outcome == Outcome::kFailed; });
}

}  // namespace partita::protocol
