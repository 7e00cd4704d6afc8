#include <soci/soci.h>

#include <string>

#include "store/connection.h"
#include "store/store.h"

// Several servers on one PostgreSQL: each game is written by one of them at a time. A server gives signs of life; a
// game names its server. Whoever is asked for a game whose server is silent takes it, with the next fence: from then on
// the earlier one's writes are refused, whatever it believes about itself.
namespace partita::store {

using soci::into;
using soci::use;

namespace {

// Every server's clock may be wrong: all go by the database's.
constexpr const char* kDatabaseNow = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

}  // namespace

void Store::renew_leases(std::int64_t for_ms) {
  const long long more_ms = for_ms;
  connection_->sql << std::string(
                          "insert into server_leases (server, address, expires_ms) values (:server, :address, ") +
                          kDatabaseNow +
                          " + :more) on conflict (server) do update set expires_ms = excluded.expires_ms," +
                          " address = excluded.address",
      use(connection_->server, "server"), use(connection_->address, "address"), use(more_ms, "more");
}

std::optional<Lease> Store::take_lease(const std::string& id) {
  auto& sql = connection_->sql;
  int games = 0;
  sql << "select count(*) from games where id = :id", into(games), use(id, "id");
  if (games == 0) return std::nullopt;
  sql << "insert into game_leases (game_id, server, fence) values (:id, '', 0) on conflict (game_id) do nothing",
      use(id, "id");
  Lease lease;
  long long fence = 0;
  // Whoever comes at the same moment waits here, and then finds us.
  sql << "select server, fence from game_leases where game_id = :id for update", into(lease.server), into(fence),
      use(id, "id");
  lease.fence = fence;
  lease.is_ours = lease.server == connection_->server;
  if (lease.is_ours) return lease;
  int living = 0;
  sql << std::string(
             "select count(*), coalesce(min(address), '') from server_leases where server = :server and"
             " expires_ms > ") +
             kDatabaseNow,
      into(living), into(lease.address), use(lease.server, "server");
  if (living > 0) return lease;
  sql << "update game_leases set server = :server, fence = fence + 1 where game_id = :id",
      use(connection_->server, "server"), use(id, "id");
  return Lease{connection_->server, connection_->address, lease.fence + 1, true};
}

void Store::hold_lease(const std::string& id, std::int64_t fence) {
  std::string server;
  long long stored = 0;
  connection_->sql << "select server, fence from game_leases where game_id = :id for update", into(server),
      into(stored), use(id, "id");
  if (!connection_->sql.got_data() || server != connection_->server || stored != fence)
    throw LeaseLost("game " + id + " belongs to another server by now");
}

void Store::leave() {
  connection_->sql << "delete from server_leases where server = :server", use(connection_->server, "server");
}

}  // namespace partita::store
