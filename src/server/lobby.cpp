#include "server/lobby.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "server/cluster_peers.h"
#include "server/secrets.h"

namespace partita::server {

namespace {

constexpr std::int64_t kSweepMs = 30'000;
// A game whose server was killed can be taken over after NatsClusterPeers::kLeaseMs.
constexpr std::int64_t kTakeOverMs = 5'000;
// The database is asked again when the lease should have run out, and now and then before: its server may leave
// earlier.
constexpr std::int64_t kAskAgainMs = 1'000;
constexpr std::int64_t kAfterLeaseMs = 20;
constexpr std::int64_t kAskLeaseAgainMs = 50;
constexpr std::size_t kAtOnce = 64;

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
  const auto fence = std::make_shared<std::int64_t>(0);
  services_.store.post(
      [game, generation, fence, is_shared = services_.peers != nullptr](store::Store& store) {
        store.create_game(game);
        *generation = store.generation();
        const auto lease = is_shared ? store.take_lease(game.id) : std::nullopt;
        *fence = lease ? lease->fence : 0;
      },
      [this, alive = alive_, &loop = services_.loop, table = *table, generation, fence,
       then](const std::string& failure) {
        loop.post([this, alive, table, generation, fence, then, failure] {
          if (!*alive) return;
          if (!failure.empty()) {
            ++services_.metrics.store_failures;
            services_.log.error("store_failure", {{"game_id", table->id()}, {"reason", failure}});
            return then(nullptr, refused("unavailable", "the game could not be stored"));
          }
          ++services_.metrics.games_created;
          table->read_in(*generation);
          table->take_lease(*fence, 0);
          tables_[table->id()] = table;
          then(table, {});
        });
      });
}

void Lobby::find_table(const std::string& id, WithTable then) {
  if (!is_game_id(id)) return then(nullptr, refused("not-found", "no such game"));
  find_table_until(id, std::move(then), services_.loop.steady_ms() + kTakeOverMs);
}

bool Lobby::holds_leases() const { return services_.peers == nullptr || services_.peers->holds_leases(); }

void Lobby::find_table_until(const std::string& id, WithTable then, std::int64_t give_up_ms) {
  if (const auto found = tables_.find(id); found != tables_.end()) {
    // A server that slept looks first whose the game is: what its table shows may be long past.
    if (!holds_leases()) {
      if (services_.loop.steady_ms() >= give_up_ms)
        return then(nullptr, refused("unavailable", "the server was away and looks whether the game is still its own"));
      services_.loop.after(kAskLeaseAgainMs, [this, alive = alive_, id, then = std::move(then), give_up_ms] {
        if (*alive) find_table_until(id, then, give_up_ms);
      });
      return;
    }
    const auto table = found->second;
    return then(table, {});
  }
  auto& waiting = loading_[id];
  waiting.push_back(std::move(then));
  if (waiting.size() > 1) return;
  look_up(id, give_up_ms);
}

/// What the store says of a game.
struct Lobby::Found {
  std::string failure;
  std::optional<store::GameRow> game;
  std::optional<store::Lease> lease;  ///< where several servers share the database
  std::uint64_t generation = 0;
};

void Lobby::look_up(const std::string& id, std::int64_t give_up_ms) {
  if (services_.peers != nullptr) {
    wanted_[id] = give_up_ms;
    return look_up_wanted();
  }
  const auto seen = std::make_shared<Found>();
  services_.store.post(
      [id, seen](store::Store& store) {
        *seen = {"", store.load_game(id), std::nullopt, store.generation()};
      },
      [this, alive = alive_, &loop = services_.loop, id, seen, give_up_ms](const std::string& failure) {
        loop.post([this, alive, id, seen, give_up_ms, failure] {
          seen->failure = failure;
          if (*alive) found(id, give_up_ms, std::move(*seen));
        });
      });
}

/// When a server dies another is asked for all its games within a second: many are taken and read together.
void Lobby::look_up_wanted() {
  if (is_looking_ || wanted_.empty()) return;
  is_looking_ = true;
  std::vector<std::pair<std::string, std::int64_t>> asked;
  std::vector<std::string> ids;
  while (!wanted_.empty() && ids.size() < kAtOnce) {
    asked.emplace_back(*wanted_.begin());
    ids.push_back(asked.back().first);
    wanted_.erase(wanted_.begin());
  }
  const auto seen = std::make_shared<std::map<std::string, Found>>();
  services_.store.post(
      [ids, seen](store::Store& store) {
        seen->clear();
        std::vector<std::string> ours;
        for (const auto& [id, lease] : store.take_leases(ids)) {
          (*seen)[id] = {"", std::nullopt, lease, store.generation()};
          if (lease.is_ours) ours.push_back(id);
        }
        if (ours.empty()) return;
        for (auto& [id, game] : store.load_games(ours)) (*seen)[id].game = std::move(game);
      },
      [this, alive = alive_, &loop = services_.loop, asked, seen](const std::string& failure) {
        loop.post([this, alive, asked, seen, failure] {
          if (!*alive) return;
          is_looking_ = false;
          look_up_wanted();
          for (const auto& [id, give_up_ms] : asked) {
            Found one = std::move((*seen)[id]);
            one.failure = failure;
            found(id, give_up_ms, std::move(one));
          }
        });
      });
}

void Lobby::found(const std::string& id, std::int64_t give_up_ms, Found&& found) {
  if (!found.failure.empty()) return answer(id, nullptr, refused("unavailable", "the game could not be read"));
  if (found.lease && !found.lease->is_ours) {
    if (services_.peers->is_there(found.lease->server)) return answer(id, nullptr, {kElsewhere, found.lease->server});
    // Its server has missed its heartbeats; once its lease expires, whoever asks first takes the game over.
    if (services_.loop.steady_ms() >= give_up_ms)
      return answer(id, nullptr, refused("unavailable", "the game's server does not answer"));
    const std::int64_t wait_ms =
        std::clamp<std::int64_t>(found.lease->left_ms + kAfterLeaseMs, kAfterLeaseMs, kAskAgainMs);
    services_.loop.after(wait_ms, [this, alive = alive_, id, give_up_ms] {
      if (*alive) look_up(id, give_up_ms);
    });
    return;
  }
  if (!found.game) return answer(id, nullptr, refused("not-found", "no such game"));
  auto set_up = Table::set_up(services_, *this, std::move(*found.game));
  if (!set_up) {
    services_.log.error("broken_game", {{"game_id", id}, {"reason", set_up.error()}});
    return answer(id, nullptr, refused("internal", "the stored game cannot be replayed"));
  }
  tables_[id] = *set_up;
  (*set_up)->read_in(found.generation);
  if (found.lease) {
    (*set_up)->take_lease(found.lease->fence, found.lease->used_ms);
    if (found.lease->is_taken_over) {
      ++services_.metrics.games_taken_over;
      services_.log.warning("game_taken_over", {{"game_id", id},
                                                {"fence", found.lease->fence},
                                                {"waited_ms", services_.loop.steady_ms() - give_up_ms + kTakeOverMs}});
    }
  }
  answer(id, *set_up, {});
}

void Lobby::answer(const std::string& id, const std::shared_ptr<Table>& table, const Verdict& verdict) {
  const auto asked = std::move(loading_[id]);
  loading_.erase(id);
  for (const WithTable& one : asked) one(table, verdict);
}

void Lobby::drop_table(Table& table) {
  const auto kept = table.shared_from_this();
  // Under its id there may stand another table by now, made from a later lease.
  if (const auto found = tables_.find(table.id()); found != tables_.end() && found->second == kept)
    tables_.erase(found);
  kept->close("the game has moved to another server");
}

void Lobby::check_leases(std::function<void()> then) {
  std::vector<store::Holding> holdings;
  for (const auto& [id, table] : tables_) holdings.push_back({id, table->fence()});
  const auto lost = std::make_shared<std::vector<std::string>>();
  services_.store.post([holdings, lost](store::Store& store) { *lost = store.lost_leases(holdings); },
                       [this, alive = alive_, &loop = services_.loop, lost, then](const std::string& failure) {
                         loop.post([this, alive, lost, then, failure] {
                           if (!*alive) return;
                           // Without an answer the next renewal finds us late again.
                           if (!failure.empty()) return;
                           services_.log.warning("leases_checked", {{"games_lost", lost->size()}});
                           for (const std::string& id : *lost) {
                             if (const auto found = tables_.find(id); found != tables_.end())
                               drop_table(*found->second);
                           }
                           then();
                           for (const auto& [id, table] : std::map(tables_)) table->show_again();
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
