#include "protocol/ugi_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/draw_board.h"
#include "catalog/games.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

constexpr int kMostLines = 64;

/// "setoption name N value V" taken apart; both may hold blanks.
bool read_setoption(std::string_view line, std::string& name, std::string& value) {
  constexpr std::string_view kName = " name ";
  constexpr std::string_view kValue = " value";
  const std::size_t name_at = line.find(kName);
  if (name_at == std::string_view::npos) return false;
  const std::size_t value_at = line.find(kValue, name_at + kName.size() - 1);
  const std::size_t begin = name_at + kName.size();
  if (value_at == std::string_view::npos) {
    name = std::string(base::trim(line.substr(begin)));
    value.clear();
  } else {
    if (value_at < begin) return false;
    name = std::string(base::trim(line.substr(begin, value_at - begin)));
    value = std::string(base::trim(line.substr(value_at + kValue.size())));
  }
  return !name.empty();
}

constexpr std::string_view kBookSwitch = "own_book";
constexpr std::string_view kBookOption = "OwnBook";  // the name UGI has for it

/// An engine whose book is shut unless it was asked for by name: UGI wants OwnBook to be false at first.
base::Parsed<std::unique_ptr<catalog::AnyEngine>> make_bookless(const UgiSetup& setup, const base::OptionValues& rules) {
  auto engine = catalog::make_engine(setup.game, rules, setup.engine);
  if (!engine || setup.engine.overrides.count(kBookSwitch) != 0) return engine;
  if (base::find_option((*engine)->options(), kBookSwitch) != nullptr) {
    const auto done = (*engine)->set_option(kBookSwitch, "off");
    if (!done) return done.forward_error();
  }
  return engine;
}

/// Lower case without underscores.
std::string plain_name(std::string_view name) {
  std::string plain = base::lower(name);
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  return plain;
}

/// The words before "searchmoves", and the moves after it.
std::pair<std::vector<std::string_view>, std::vector<std::string_view>> split_at_searchmoves(
    const std::vector<std::string_view>& words) {
  const auto at = std::find(words.begin(), words.end(), "searchmoves");
  return {{words.begin(), at}, {at == words.end() ? at : at + 1, words.end()}};
}

}  // namespace

base::Parsed<std::unique_ptr<UgiSession>> UgiSession::make(const UgiSetup& setup, Sink sink) {
  auto position = catalog::AnyPosition::initial(setup.game, setup.rules);
  if (!position) return position.forward_error();
  auto engine = make_bookless(setup, position->rules());
  if (!engine) return engine.forward_error();
  UgiSetup checked = setup;
  checked.rules = position->rules();
  return std::unique_ptr<UgiSession>(
      new UgiSession(std::move(checked), std::move(sink), std::move(*engine), std::move(*position)));
}

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

void UgiSession::stop_and_join() {
  {
    const std::lock_guard lock(stop_mutex_);
    stop_asked_ = true;
  }
  stop_signal_.notify_all();
  // Asked again and again: a stop that comes before the search has begun has no effect on it.
  while (searching_) {
    engine_->stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
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
    stop_and_join();
  } else if (searching_) {
    complain("while searching only isready, stop and quit are possible, not " + base::quoted(command));
  } else if (command == "ugi") {
    identify();
  } else if (command == "setoption") {
    set_option(line);
  } else if (command == "uginewgame") {
    wait();
    engine_->new_game();
    position_ = *catalog::AnyPosition::initial(setup_.game, setup_.rules);
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "query") {
    query(words);
  } else if (command == "d") {
    draw();
  } else {
    complain("unknown command " + base::quoted(command));
  }
  return true;
}

std::vector<base::OptionSpec> UgiSession::setup_options() const {
  std::vector<base::OptionSpec> specs;
  std::vector<std::string> games;
  for (const catalog::GameEntry& entry : catalog::all_games()) games.push_back(entry.name);
  specs.push_back(base::combo_option("Game", setup_.game, games, "the game"));
  for (base::OptionSpec spec : (*catalog::find_game(setup_.game))->rule_options) {
    spec.default_value = setup_.rules.at(spec.name);
    spec.name = "Rules_" + spec.name;
    specs.push_back(std::move(spec));
  }
  std::vector<std::string> names;
  for (const catalog::PresetEntry& preset : catalog::presets(setup_.game)) names.push_back(preset.name);
  specs.push_back(base::combo_option("Preset", setup_.engine.preset, names, "the engine's configuration"));
  specs.push_back(base::spin_option("MultiPV", 1, 1, kMostLines, "how many best moves to report"));
  return specs;
}

void UgiSession::identify() {
  say("id name Partita " + setup_.engine.preset);
  say("id author the Partita authors");
  for (const base::OptionSpec& spec : setup_options()) say(write_option(spec));
  for (base::OptionSpec spec : engine_->options()) {
    if (spec.name == kBookSwitch) {
      spec.name = kBookOption;
      spec.default_value = engine_->option_values().at(std::string(kBookSwitch));
    }
    say(write_option(spec));
  }
  say("ugiok");
}

std::string UgiSession::option_name(const std::string& name) const {
  const std::string wanted = plain_name(name);
  for (const auto& specs : {setup_options(), engine_->options()}) {
    for (const base::OptionSpec& spec : specs) {
      if (plain_name(spec.name) == wanted) return spec.name;
    }
  }
  return name;
}

void UgiSession::set_option(std::string_view line) {
  std::string name, value;
  if (!read_setoption(line, name, value)) return complain("expected setoption name N value V");
  name = option_name(name);
  if (value == "<empty>") value.clear();
  const auto specs = setup_options();
  const base::OptionSpec* spec = base::find_option(specs, name);
  if (spec == nullptr) {
    const auto done = engine_->set_option(name, value);
    if (!done) return complain(done.error());
    setup_.engine.overrides[name] = value;
    return;
  }
  const auto checked = base::checked_value(*spec, value);
  if (!checked) return complain(checked.error());
  if (name == "MultiPV") {
    lines_ = static_cast<int>(*base::read_int(*checked));
    return;
  }
  UgiSetup changed = setup_;
  if (name == "Game") {
    changed.game = *checked;
    changed.rules.clear();
    changed.engine = {};
  } else if (name == "Preset") {
    changed.engine.preset = *checked;
  } else {
    changed.rules[name.substr(name.find('_') + 1)] = *checked;
  }
  change_setup(std::move(changed));
}

void UgiSession::change_setup(UgiSetup setup) {
  wait();
  auto position = catalog::AnyPosition::initial(setup.game, setup.rules);
  if (!position) return complain(position.error());
  auto engine = make_bookless(setup, position->rules());
  if (!engine) return complain(engine.error());
  setup.rules = position->rules();
  setup_ = std::move(setup);
  engine_ = std::move(*engine);
  position_ = std::move(*position);
}

void UgiSession::set_position(const Words& words) {
  std::size_t at = 1;
  std::string text;
  if (words.size() > 1 && words[1] == "startpos") {
    at = 2;
  } else if (words.size() > 2 && words[1] == "fen") {
    for (at = 2; at < words.size() && words[at] != "moves"; ++at) text += (text.empty() ? "" : " ") + std::string(words[at]);
  } else {
    return complain("position: expected startpos or fen");
  }
  if (words.size() > 1 && words[1] == "fen" && text.empty()) return complain("position: empty fen");
  auto position = catalog::AnyPosition::from_text(setup_.game, setup_.rules, text);
  if (!position) return complain("position: " + position.error());
  if (at < words.size() && words[at] != "moves") return complain("position: expected moves, found " + base::quoted(words[at]));
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    const auto played = position->play(words[i]);
    if (!played) return complain("position: move " + std::to_string(i - at) + ": " + played.error());
  }
  position_ = std::move(*position);
}

void UgiSession::go(const Words& words) {
  const auto [limit_words, moves] = split_at_searchmoves(words);
  auto limits = read_go(limit_words, position_.seat_count());
  if (!limits) return complain(limits.error());
  if (position_.is_over()) return complain("go: the game is over");
  catalog::SearchRequest request;
  for (const std::string_view move : moves) {
    const auto path = position_.read_path(move);
    if (!path) return complain("go: searchmoves: " + path.error());
    request.only_moves.push_back(path->move);
  }
  request.limits = *limits;
  request.limits.lines = lines_;
  request.on_line = [this](const catalog::LineReport& line) { say(write_info(line)); };
  is_infinite_ = std::find(limit_words.begin(), limit_words.end(), "infinite") != limit_words.end();
  start(request);
}

void UgiSession::wait_for_stop() {
  std::unique_lock lock(stop_mutex_);
  stop_signal_.wait(lock, [this] { return stop_asked_; });
}

void UgiSession::start(const catalog::SearchRequest& request) {
  wait();
  stop_asked_ = false;
  searching_ = true;
  searcher_ = std::thread([this, request, waits = is_infinite_] {
    const catalog::SearchResult result = engine_->search(position_, request);
    // "Infinite" ends by stop alone, also where everything was proven before.
    if (waits) wait_for_stop();
    const std::uint64_t nps = result.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(1, result.time_ms));
    // The flag falls before bestmove is seen: whoever reads it may send the next command at once.
    const std::lock_guard lock(sink_mutex_);
    if (!result.note.empty()) sink_("info string " + result.note);
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
  const std::string board = catalog::draw_board(position_.view());
  for (const std::string_view line : base::split(board, '\n')) say("info string " + std::string(line));
  say("info string position " + position_.text());
}

}  // namespace partita::protocol
