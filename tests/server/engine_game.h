#pragma once

#include <cstdint>
#include <string>

#include "server/serve_child.h"

namespace partita::server_test {

inline std::string game_against(std::int64_t movetime_ms) {
  return R"({"game":"omega","rules":{"side":"5"},"seats":[{"kind":"human"},{"kind":"engine","engine":"partita",)"
         R"("limits":{"movetime_ms":)" +
         std::to_string(movetime_ms) + "}}]}";
}

/// A person's move; the state that shows it.
inline json::object play_first(RawClient& player, const std::string& id, const json::object& state) {
  player.say({{"type", "play"},
              {"game_id", id},
              {"ply", state.at("position").at("ply")},
              {"move", state.at("position").at("legal").as_array()[0].at("move")}});
  const std::int64_t ply = state.at("position").at("ply").as_int64();
  auto next = player.hear("state");
  while (next && next->at("position").at("ply").as_int64() <= ply) next = player.hear("state");
  EXPECT_TRUE(next);
  return next ? *next : json::object{};
}

/// Plays until the engine is to move, and past it once it has moved. The seconds the engine took.
class EngineGame {
 public:
  EngineGame(ServeChild& server, std::int64_t movetime_ms) : player_(server.port()) {
    const json::object created = server.create(game_against(movetime_ms));
    id_ = id_of(created);
    EXPECT_TRUE(player_.upgrade());
    player_.say(watch(id_, token_of(created, 0)));
    auto state = player_.hear("state");
    EXPECT_TRUE(state);
    if (state) state_ = *state;
  }
  bool is_engines_turn() const { return state_.at("position").at("mover").as_int64() == 1; }
  void play_turn() {
    while (!state_.empty() && !is_engines_turn()) state_ = play_first(player_, id_, state_);
  }
  /// Whether it came.
  bool hear_reply() {
    while (is_engines_turn()) {
      auto next = player_.hear("state");
      if (!next || !next->at("position").at("ending").is_null()) return false;
      state_ = *next;
    }
    return true;
  }

 private:
  RawClient player_;
  std::string id_;
  json::object state_;
};

}  // namespace partita::server_test
