#include "tui/opponent.h"

#include <utility>

#include "protocol/ugi_client.h"
#include "study/engine.h"
#include "tui/seats.h"

namespace partita::tui {

namespace {

class BuiltInOpponent final : public Opponent {
 public:
  explicit BuiltInOpponent(std::unique_ptr<catalog::AnyEngine> engine) : engine_(std::move(engine)) {}

  std::int64_t turn_ms(const catalog::AnyPosition& position, const catalog::Limits& limits) const override {
    return engine_->turn_ms(position, limits);
  }

  std::optional<std::int64_t> static_value(const catalog::AnyPosition& position, catalog::Seat seat) const override {
    return engine_->static_value(position, seat);
  }

  Reply think(const catalog::AnyPosition& position, const catalog::Limits& limits, const OnLine& on_line) override {
    catalog::SearchRequest request;
    request.limits = limits;
    request.on_line = on_line;
    const catalog::SearchResult result = engine_->search(position, request);
    Reply reply;
    reply.move = result.best_move;
    reply.has_line = !result.lines.empty();
    if (reply.has_line) reply.line = result.lines.front();
    if (!reply.has_line) reply.note = result.note;
    return reply;
  }

 private:
  std::unique_ptr<catalog::AnyEngine> engine_;
};

class UgiOpponent final : public Opponent {
 public:
  explicit UgiOpponent(std::unique_ptr<protocol::UgiClient> client) : client_(std::move(client)) {}

  Reply think(const catalog::AnyPosition& position, const catalog::Limits& limits, const OnLine& on_line) override {
    const protocol::UgiAnswer answer = client_->search(position, limits);
    if (answer.has_line) on_line(answer.line);
    return {answer.move, answer.failure, answer.line, answer.has_line, ""};
  }

 private:
  std::unique_ptr<protocol::UgiClient> client_;
};

}  // namespace

base::Parsed<std::unique_ptr<Opponent>> make_opponent(const catalog::AnyPosition& position, const std::string& spec,
                                                      std::uint64_t seed) {
  if (spec.rfind(kProgramPrefix, 0) == 0) {
    auto command = protocol::split_command(spec.substr(kProgramPrefix.size()));
    if (!command) return command.forward_error();
    auto client = protocol::UgiClient::start(std::move(*command));
    if (!client) return client.forward_error();
    if (spec.find("seed=") == std::string::npos) (*client)->use_seed(seed);
    return std::unique_ptr<Opponent>(std::make_unique<UgiOpponent>(std::move(*client)));
  }
  auto read = catalog::read_engine_spec(spec);
  if (!read) return read.forward_error();
  auto engine = study::make_engine(position.game(), position.rules(),
                                   study::with_known_proofs(position.game(), with_seed(*read, seed)));
  if (!engine) return engine.forward_error();
  return std::unique_ptr<Opponent>(std::make_unique<BuiltInOpponent>(std::move(*engine)));
}

}  // namespace partita::tui
