// What a UGI session is set up with: game, rules, preset, and every switch of the engine.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/games.h"
#include "protocol/ugi_session.h"
#include "protocol/ugi_text.h"
#include "study/engine.h"

namespace partita::protocol {

namespace {

constexpr int kMostLinesShown = 64;
constexpr std::string_view kBookSwitch = "own_book";
constexpr std::string_view kBookOption = "OwnBook";  // the name UGI has for it

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
  auto engine = study::make_engine(setup.game, position->rules(), study::with_known_proofs(setup.game, setup.engine));
  if (!engine) return engine.forward_error();
  UgiSetup checked = setup;
  checked.rules = position->rules();
  return std::unique_ptr<UgiSession>(
      new UgiSession(std::move(checked), std::move(sink), std::move(*engine), std::move(*position)));
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
  specs.push_back(base::spin_option("MultiPV", 1, 1, kMostLinesShown, "how many best moves to report"));
  return specs;
}

void UgiSession::identify() {
  say("id name Partita " + setup_.engine.preset);
  say("id author the Partita authors");
  for (const base::OptionSpec& spec : setup_options()) say(write_option(spec));
  for (base::OptionSpec spec : engine_->options()) {
    // UGI wants OwnBook to be false at first. A preset whose author let it play by a book does so, and tells its switch
    // by our own name.
    if (spec.name == kBookSwitch && spec.default_value == "off") spec.name = kBookOption;
    if (spec.name == study::kKnownProofsSwitch) spec.default_value = engine_->option_values().at(spec.name);
    say(write_option(spec));
  }
  say("ugiok");
}

std::string UgiSession::option_name(const std::string& name) const {
  const std::string wanted = plain_option_name(name);
  for (const auto& specs : {setup_options(), engine_->options()}) {
    for (const base::OptionSpec& spec : specs) {
      if (plain_option_name(spec.name) == wanted) return spec.name;
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
  auto engine = study::make_engine(setup.game, position->rules(), study::with_known_proofs(setup.game, setup.engine));
  if (!engine) return complain(engine.error());
  setup.rules = position->rules();
  setup_ = std::move(setup);
  engine_ = std::move(*engine);
  has_drawn_seed_ = false;
  position_ = std::move(*position);
}

}  // namespace partita::protocol
