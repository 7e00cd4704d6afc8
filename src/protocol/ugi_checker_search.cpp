// How an engine searches, plays a game to its end, and leaves.
#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "protocol/ugi_checker.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

constexpr int kMovetimeMs = 200;

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

}  // namespace

std::string UgiChecker::search(std::string_view rule, const std::string& go, int timeout_ms) {
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

std::string UgiChecker::judged_move(const UgiTalk::Lines& lines) {
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

void UgiChecker::check_search(std::string_view rule, const std::string& go) {
  if (!is_alive()) return judge(rule, "the engine has died");
  talk_->say("position startpos");
  is_ready();
  if (!search(rule, go, patience_.search_ms).empty()) judge(rule, "");
}

void UgiChecker::check_searches() {
  check_search("go-depth", "go depth 2");
  check_search("go-nodes", "go nodes 500");
  check_search("go-clock", "go p1time 2000 p2time 2000 p1inc 10 p2inc 10");
  const base::Stopwatch watch;
  check_search("go-movetime", "go movetime " + std::to_string(kMovetimeMs));
  if (watch.milliseconds() > patience_.ready_ms + 5 * kMovetimeMs) {
    judge("go-movetime", "took " + std::to_string(watch.milliseconds()) + " ms for " + std::to_string(kMovetimeMs));
  }
}

void UgiChecker::check_infinite() {
  if (!is_alive()) return judge("stop", "the engine has died");
  talk_->say("position startpos");
  is_ready();
  talk_->say("go infinite");
  const UgiTalk::Lines early = talk_->hear_for(patience_.quiet_ms);
  const bool ended =
      std::any_of(early.begin(), early.end(), [](const std::string& l) { return begins_with(l, "bestmove"); });
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
  UgiTalk::Lines all = early;
  if (ready) all.insert(all.end(), ready->begin(), ready->end());
  all.insert(all.end(), lines->begin(), lines->end());
  judged_move(all);
}

void UgiChecker::play_whole_game() {
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

void UgiChecker::judge_result(const std::optional<catalog::AnyPosition>& position) {
  const auto result = ask("result");
  if (!result) return judge("whole-game", no_answer("query result"));
  if (position) {
    const std::string wanted = result_word(position->ending());
    return judge("whole-game",
                 *result == wanted ? "" : "query result says " + base::quoted(*result) + ", it is " + wanted);
  }
  const std::vector<std::string> known = {"p1win", "p2win", "p3win", "p4win", "draw"};
  const bool fits = std::find(known.begin(), known.end(), *result) != known.end();
  judge("whole-game", fits ? "" : "query result says " + base::quoted(*result) + " when the game is over");
}

bool UgiChecker::judge_move(catalog::AnyPosition& position, const std::string& move) {
  const auto played = position.play(move);
  judge("legal-moves", played ? "" : base::quoted(move) + " in " + position.text() + ": " + played.error());
  return played.ok();
}

void UgiChecker::check_quit() {
  if (!is_alive()) return judge("quit", "the engine has died");
  talk_->say("position startpos");
  is_ready();
  talk_->say("go infinite");
  talk_->hear_for(patience_.quiet_ms);
  talk_->say("quit");
  const UgiTalk::Lines lines = talk_->hear_for(patience_.answer_ms);
  const bool has_move =
      std::any_of(lines.begin(), lines.end(), [](const std::string& l) { return begins_with(l, "bestmove"); });
  if (!talk_->has_ended())
    judge("quit", "still there after quit");
  else
    judge("quit", has_move ? "" : "no bestmove of the running search");
}

void UgiChecker::check_end_of_input() {
  if (!restart()) return judge("end-of-input", "cannot be started again");
  talk_->close_input();
  judge("end-of-input", talk_->ends_within(patience_.answer_ms) ? "" : "still there after the end of its input");
}

}  // namespace partita::protocol
