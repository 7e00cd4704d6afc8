#include "protocol/ugi_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/games.h"
#include "draw/board_text.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

/// Commands that need the engine or the position to themselves.
constexpr std::string_view kCommands[] = {"ugi", "setoption", "uginewgame", "position", "go", "query", "d"};

/// The moves from `word` on, as the rules write them.
base::Parsed<std::vector<std::string>> read_searchmoves(std::vector<std::string_view>::const_iterator word,
                                                        std::vector<std::string_view>::const_iterator end,
                                                        const catalog::AnyPosition& position) {
  if (word == end) return base::Error{"expected a move"};
  std::vector<std::string> moves;
  for (; word != end; ++word) {
    auto path = position.read_path(*word);
    if (!path) return path.forward_error();
    moves.push_back(std::move(path->move));
  }
  return moves;
}

}  // namespace

UgiSession::UgiSession(UgiSetup setup, Sink sink, std::unique_ptr<catalog::AnyEngine> engine,
                       catalog::AnyPosition position)
    : setup_(std::move(setup)), sink_(std::move(sink)), engine_(std::move(engine)), position_(std::move(position)) {}

UgiSession::~UgiSession() { stop_and_join(); }

bool UgiSession::is_searching() const { return searching_; }

void UgiSession::wait() {
  if (searcher_.joinable()) searcher_.join();
}

void UgiSession::leave(int patience_ms, const std::function<bool()>& is_heard) {
  const base::Stopwatch watch;
  while (searching_ && !is_infinite_ && watch.milliseconds() < patience_ms && is_heard()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  stop_and_join();
}

void UgiSession::ask_to_stop() {
  {
    const std::lock_guard lock(stop_mutex_);
    stop_.raise();
  }
  stop_signal_.notify_all();
}

void UgiSession::stop_and_join() {
  ask_to_stop();
  wait();
}

void UgiSession::say(const std::string& line) {
  const std::lock_guard lock(sink_mutex_);
  sink_(line);
}

void UgiSession::complain(const std::string& what) { say("info string error " + what); }

bool UgiSession::handle(std::string_view line) {
  line = base::trim(line);
  const Words words = base::words(line);
  if (words.empty()) return true;
  const std::string_view command = words[0];
  if (command == "quit") {
    stop_and_join();
    return false;
  }
  if (command == "isready") {
    say("readyok");
  } else if (command == "stop") {
    ask_to_stop();
  } else if (std::find(std::begin(kCommands), std::end(kCommands), command) == std::end(kCommands)) {
    complain("unknown command " + base::quoted(command));
  } else if (searching_ && !stop_.is_raised()) {
    complain("while searching only isready, stop and quit are possible, not " + base::quoted(command));
  } else {
    // A search that was stopped is on its way out.
    wait();
    obey(command, line, words);
  }
  return true;
}

void UgiSession::obey(std::string_view command, std::string_view line, const Words& words) {
  if (command == "ugi") {
    identify();
  } else if (command == "setoption") {
    set_option(line);
  } else if (command == "uginewgame") {
    wait();
    begin_game();
    position_ = *catalog::AnyPosition::initial(setup_.game, setup_.rules);
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "query") {
    query(words);
  } else if (command == "d") {
    draw();
  }
}

void UgiSession::draw_seed() {
  constexpr const char* kSeed = "seed";
  has_drawn_seed_ = true;
  if (setup_.engine.overrides.count(kSeed) != 0 || base::find_option(engine_->options(), kSeed) == nullptr) return;
  const std::string seed = std::to_string(base::fresh_seed());
  if (engine_->set_option(kSeed, seed)) say("info string seed " + seed);
}

void UgiSession::begin_game() {
  draw_seed();
  engine_->new_game();
}

void UgiSession::set_position(const Words& words) {
  std::size_t at = 1;
  std::string text;
  if (words.size() > 1 && words[1] == "startpos") {
    at = 2;
  } else if (words.size() > 2 && words[1] == "fen") {
    for (at = 2; at < words.size() && words[at] != "moves"; ++at)
      text += (text.empty() ? "" : " ") + std::string(words[at]);
  } else {
    return complain("position: expected startpos or fen");
  }
  if (words.size() > 1 && words[1] == "fen" && text.empty()) return complain("position: empty fen");
  auto position = catalog::AnyPosition::from_text(setup_.game, setup_.rules, text);
  if (!position) return complain("position: " + position.error());
  if (at < words.size() && words[at] != "moves")
    return complain("position: expected moves, found " + base::quoted(words[at]));
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    const auto played = position->play(words[i]);
    if (!played) return complain("position: move " + std::to_string(i - at) + ": " + played.error());
  }
  position_ = std::move(*position);
}

void UgiSession::go(const Words& words) {
  const auto searchmoves = std::find(words.begin(), words.end(), "searchmoves");
  const Words limit_words(words.begin(), searchmoves);
  const auto limits = read_go(limit_words, position_.seat_count());
  if (!limits) return complain(limits.error());
  if (position_.is_over()) return complain("go: the game is over");
  catalog::SearchRequest request;
  if (searchmoves != words.end()) {
    auto moves = read_searchmoves(searchmoves + 1, words.end(), position_);
    if (!moves) return complain("go: searchmoves: " + moves.error());
    request.only_moves = std::move(*moves);
  }
  request.limits = *limits;
  request.limits.lines = lines_;
  request.on_line = [this](const catalog::LineReport& line) { say(write_info(line)); };
  request.stop = &stop_;
  // Whoever never says uginewgame plays by chance as well.
  if (!has_drawn_seed_) draw_seed();
  is_infinite_ = std::find(limit_words.begin(), limit_words.end(), "infinite") != limit_words.end();
  start(request);
}

void UgiSession::wait_for_stop() {
  std::unique_lock lock(stop_mutex_);
  stop_signal_.wait(lock, [this] { return stop_.is_raised(); });
}

void UgiSession::start(const catalog::SearchRequest& request) {
  wait();
  stop_.lower();
  searching_ = true;
  searcher_ = std::thread([this, request, waits = is_infinite_] {
    const catalog::SearchResult result = engine_->search(position_, request);
    // "Infinite" ends by stop alone, also where everything was proven before.
    if (waits) wait_for_stop();
    const std::uint64_t nps =
        result.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(1, result.time_ms));
    // The flag falls before bestmove is seen: whoever reads it may send the next command at once.
    const std::lock_guard lock(sink_mutex_);
    if (!result.note.empty()) sink_("info string " + result.note);
    if (result.table) sink_("info string " + table_text(*result.table));
    // A book, or a move that needs no thought, sends no lines while it searches.
    if (result.lines.empty()) sink_(write_unsearched(result));
    sink_("info nodes " + std::to_string(result.nodes) + " time " + std::to_string(result.time_ms) + " nps " +
          std::to_string(nps));
    searching_ = false;
    sink_("bestmove " + result.best_move);
  });
}

void UgiSession::query(const Words& words) {
  const std::string_view what = words.size() > 1 ? words[1] : std::string_view{};
  const auto answer = [&](const std::string& text) { say("response " + text); };
  const auto yes_no = [&](bool yes) { answer(yes ? "true" : "false"); };
  if (what == "p1turn") {
    yes_no(position_.to_move() == 0);
  } else if (what == "p2turn") {
    yes_no(position_.to_move() == 1);
  } else if (what == "turn") {
    answer(std::to_string(position_.to_move() + 1));
  } else if (what == "gameover") {
    yes_no(position_.is_over());
  } else if (what == "result") {
    answer(result_word(position_.ending()));
  } else if (what == "fen") {
    answer(position_.text());
  } else if (what == "legalmoves") {
    const auto moves = position_.legal_moves();
    answer(moves.empty() ? "none" : base::join(moves, " "));
  } else if (what == "islegal" && words.size() == 3) {
    catalog::AnyPosition copy = position_;
    yes_no(copy.play(words[2]).ok());
  } else {
    complain("unknown query " + base::quoted(what));
  }
}

void UgiSession::draw() {
  const std::string board = draw::board_text(position_.view());
  for (const std::string_view line : base::split(board, '\n')) say("info string " + std::string(line));
  say("info string position " + position_.text());
}

}  // namespace partita::protocol
