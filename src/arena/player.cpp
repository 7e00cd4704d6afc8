#include "arena/player.h"

#include <utility>

namespace partita::arena {

namespace {

class EnginePlayer final : public Player {
 public:
  EnginePlayer(std::string name, std::unique_ptr<catalog::AnyEngine> engine)
      : name_(std::move(name)), engine_(std::move(engine)) {}

  const std::string& name() const override { return name_; }
  void new_game() override { engine_->new_game(); }
  void stop() override { engine_->stop(); }

  Thought think(const catalog::AnyPosition& position, const catalog::Limits& limits) override {
    catalog::SearchRequest request;
    request.limits = limits;
    const catalog::SearchResult result = engine_->search(position, request);
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

 private:
  std::string name_;
  std::unique_ptr<catalog::AnyEngine> engine_;
};

}  // namespace

base::Parsed<std::unique_ptr<Player>> make_player(std::string_view game, const base::OptionValues& rules,
                                                  std::string_view spec) {
  auto read = catalog::read_engine_spec(spec);
  if (!read) return read.forward_error();
  auto engine = catalog::make_engine(game, rules, *read);
  if (!engine) return engine.forward_error();
  return std::unique_ptr<Player>(std::make_unique<EnginePlayer>(std::string(spec), std::move(*engine)));
}

}  // namespace partita::arena
