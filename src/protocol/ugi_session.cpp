#include "protocol/ugi_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

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

}  // namespace

base::Parsed<std::unique_ptr<UgiSession>> UgiSession::make(const UgiSetup& setup, Sink sink) {
  auto position = catalog::AnyPosition::initial(setup.game, setup.rules);
  if (!position) return position.forward_error();
  auto engine = catalog::make_engine(setup.game, position->rules(), setup.engine);
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

void UgiSession::stop_and_join() {
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
  for (const base::OptionSpec& spec : engine_->options()) say(write_option(spec));
  say("ugiok");
}

void UgiSession::set_option(std::string_view line) {
  std::string name, value;
  if (!read_setoption(line, name, value)) return complain("expected setoption name N value V");
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
  auto engine = catalog::make_engine(setup.game, position->rules(), setup.engine);
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
  auto limits = read_go(words, position_.seat_count());
  if (!limits) return complain(limits.error());
  if (position_.is_over()) return complain("go: the game is over");
  catalog::SearchRequest request;
  request.limits = *limits;
  request.limits.lines = lines_;
  request.on_line = [this](const catalog::LineReport& line) { say(write_info(line)); };
  start(request);
}

void UgiSession::start(const catalog::SearchRequest& request) {
  wait();
  searching_ = true;
  searcher_ = std::thread([this, request] {
    const catalog::SearchResult result = engine_->search(position_, request);
    const std::uint64_t nps = result.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(1, result.time_ms));
    {
      // The flag falls before bestmove is seen: whoever reads it may send the next command at once.
      const std::lock_guard lock(sink_mutex_);
      if (!result.note.empty()) sink_("info string " + result.note);
      sink_("info nodes " + std::to_string(result.nodes) + " time " + std::to_string(result.time_ms) + " nps " +
            std::to_string(nps));
      searching_ = false;
      sink_("bestmove " + result.best_move);
    }
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
    answer(base::join(position_.legal_moves(), " "));
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
