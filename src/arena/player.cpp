#include "arena/player.h"

#include <utility>

#include "base/text.h"
#include "protocol/ugi_client.h"
#include "protocol/ugi_text.h"
#include "study/engine.h"

namespace partita::arena {

namespace {

bool names_seed(std::string_view spec) { return spec.find("seed=") != std::string_view::npos; }

class EnginePlayer final : public Player {
 public:
  EnginePlayer(std::string name, std::unique_ptr<catalog::AnyEngine> engine)
      : name_(std::move(name)), engine_(std::move(engine)) {}

  const std::string& name() const override { return name_; }
  void use_seed(std::uint64_t seed) override {
    if (names_seed(name_)) return;
    [[maybe_unused]] const auto done = engine_->set_option("seed", std::to_string(seed));
  }
  void new_game() override { engine_->new_game(); }

  Thought think(const catalog::AnyPosition& position, const catalog::Limits& limits) override {
    catalog::SearchRequest request;
    request.limits = limits;
    if (trace_) trace_question(position, limits, request);
    const catalog::SearchResult result = engine_->search(position, request);
    if (trace_) trace_("< bestmove " + result.best_move + (result.note.empty() ? "" : " (" + result.note + ")"));
    Thought thought;
    thought.move = result.best_move;
    thought.depth = result.depth;
    thought.nodes = result.nodes;
    if (!result.lines.empty()) {
      thought.score = result.lines.front().score;
      thought.has_score = true;
    }
    return thought;
  }

  void set_trace(Trace trace) override { trace_ = std::move(trace); }

 private:
  /// An engine of our own is asked without words; these are the words the same question has in UGI.
  void trace_question(const catalog::AnyPosition& position, const catalog::Limits& limits,
                      catalog::SearchRequest& request) const {
    std::string line = "> position fen " + position.start_text();
    if (!position.moves().empty()) line += " moves " + base::join(position.moves(), " ");
    trace_(line);
    trace_("> " + protocol::write_go(limits, position.seat_count()));
    request.on_line = [this](const catalog::LineReport& report) { trace_("< " + protocol::write_info(report)); };
  }

  Trace trace_;
  std::string name_;
  std::unique_ptr<catalog::AnyEngine> engine_;
};

class UgiPlayer final : public Player {
 public:
  UgiPlayer(std::string name, std::unique_ptr<protocol::UgiClient> client)
      : name_(std::move(name)), client_(std::move(client)) {}

  const std::string& name() const override { return name_; }
  void use_seed(std::uint64_t seed) override {
    if (!names_seed(name_)) client_->use_seed(seed);
  }
  void set_trace(Trace trace) override { client_->set_trace(std::move(trace)); }
  void new_game() override { client_->new_game(); }

  Thought think(const catalog::AnyPosition& position, const catalog::Limits& limits) override {
    const protocol::UgiAnswer answer = client_->search(position, limits);
    Thought thought;
    thought.move = answer.move;
    thought.failure = answer.failure;
    thought.depth = answer.line.depth;
    thought.nodes = answer.line.nodes;
    thought.score = answer.line.score;
    thought.has_score = answer.has_line;
    return thought;
  }

 private:
  std::string name_;
  std::unique_ptr<protocol::UgiClient> client_;
};

constexpr std::string_view kUgiPrefix = "ugi:";

base::Parsed<std::unique_ptr<Player>> make_ugi_player(const std::string& game, const base::OptionValues& rules,
                                                      std::string_view spec) {
  auto command = protocol::split_command(std::string(spec.substr(kUgiPrefix.size())));
  if (!command) return command.forward_error();
  auto client = protocol::UgiClient::start(std::move(*command));
  if (!client) return client.forward_error();
  if (const auto told = (*client)->set_rules(game, rules); !told) return told.forward_error();
  return std::unique_ptr<Player>(std::make_unique<UgiPlayer>(std::string(spec), std::move(*client)));
}

}  // namespace

std::string with_fitting_table(std::string_view spec, const TimeControl& control) {
  const std::string text(spec);
  if (control.kind != TimeControl::Kind::kNodes || spec.rfind(kUgiPrefix, 0) == 0) return text;
  if (text.find("hash_mb=") != std::string::npos) return text;
  // 16 bytes an entry, an entry a node, a hundred moves a game.
  constexpr std::uint64_t kBytesPerNode = 16 * 100;
  const std::uint64_t mebibytes = (control.nodes * kBytesPerNode >> 20) + 1;
  constexpr std::uint64_t kDefault = 64;
  return mebibytes < kDefault ? text + ",hash_mb=" + std::to_string(mebibytes) : text;
}

bool starts_program(std::string_view spec) { return spec.rfind(kUgiPrefix, 0) == 0; }

base::Parsed<std::unique_ptr<Player>> make_player(std::string_view game, const base::OptionValues& rules,
                                                  std::string_view spec) {
  if (starts_program(spec)) return make_ugi_player(std::string(game), rules, spec);
  auto read = catalog::read_engine_spec(spec);
  if (!read) return read.forward_error();
  auto engine = study::make_engine(game, rules, *read);
  if (!engine) return engine.forward_error();
  return std::unique_ptr<Player>(std::make_unique<EnginePlayer>(std::string(spec), std::move(*engine)));
}

}  // namespace partita::arena
