#include "server/lobby.h"

#include <algorithm>
#include <optional>

#include "server/secrets.h"

namespace partita::server {

namespace {

constexpr std::int64_t kSweepMs = 30'000;

}  // namespace

Lobby::~Lobby() {
  *alive_ = false;
  services_.loop.cancel(timer_);
}

void Lobby::create_table(store::GameRow game, WithTable then) {
  // A game that its own rules refuse must never reach the store.
  auto table = Table::set_up(services_, *this, game);
  if (!table) return then(nullptr, refused("bad-request", table.error()));
  const auto generation = std::make_shared<std::uint64_t>(0);
  services_.store.post(
      [game, generation](store::Store& store) {
        store.create_game(game);
        *generation = store.generation();
      },
      [this, alive = alive_, &loop = services_.loop, table = *table, generation, then](const std::string& failure) {
        loop.post([this, alive, table, generation, then, failure] {
          if (!*alive) return;
          if (!failure.empty()) {
            ++services_.metrics.store_failures;
            services_.log.error("store_failure", {{"game_id", table->id()}, {"reason", failure}});
            return then(nullptr, refused("unavailable", "the game could not be stored"));
          }
          ++services_.metrics.games_created;
          table->read_in(*generation);
          tables_[table->id()] = table;
          then(table, {});
        });
      });
}

void Lobby::find_table(const std::string& id, WithTable then) {
  if (!is_game_id(id)) return then(nullptr, refused("not-found", "no such game"));
  if (const auto found = tables_.find(id); found != tables_.end()) {
    const auto table = found->second;
    return then(table, {});
  }
  auto& waiting = loading_[id];
  waiting.push_back(std::move(then));
  if (waiting.size() > 1) return;
  const auto game = std::make_shared<std::optional<store::GameRow>>();
  const auto generation = std::make_shared<std::uint64_t>(0);
  services_.store.post(
      [id, game, generation](store::Store& store) {
        *game = store.load_game(id);
        *generation = store.generation();
      },
      [this, alive = alive_, &loop = services_.loop, id, game, generation](const std::string& failure) {
        loop.post([this, alive, id, game, generation, failure] {
          if (!*alive) return;
          const auto asked = std::move(loading_[id]);
          loading_.erase(id);
          Verdict verdict;
          std::shared_ptr<Table> table;
          if (!failure.empty()) {
            verdict = refused("unavailable", "the game could not be read");
          } else if (!*game) {
            verdict = refused("not-found", "no such game");
          } else if (auto set_up = Table::set_up(services_, *this, std::move(**game)); !set_up) {
            services_.log.error("broken_game", {{"game_id", id}, {"reason", set_up.error()}});
            verdict = refused("internal", "the stored game cannot be replayed");
          } else {
            table = tables_[id] = *set_up;
            table->read_in(*generation);
          }
          for (const WithTable& one : asked) one(table, verdict);
        });
      });
}

void Lobby::start_sweeping() {
  timer_ = services_.loop.after(kSweepMs, [this] {
    sweep();
    start_sweeping();
  });
}

void Lobby::sweep() {
  std::vector<std::string> idle;
  for (const auto& [id, table] : tables_) {
    if (table->is_idle()) idle.push_back(id);
  }
  for (const std::string& id : idle) {
    if (std::binary_search(idle_before_.begin(), idle_before_.end(), id)) tables_.erase(id);
  }
  idle_before_ = std::move(idle);
}

}  // namespace partita::server
