#include <soci/soci.h>

#include <algorithm>
#include <map>
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
const std::string kDatabaseNow = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
// Servers that have gone this long ago are forgotten; what they used of a clock then counts as nothing.
constexpr const char* kForgottenMs = "604800000";

/// What the database says of a game's owner.
struct Owner {
  std::string server;
  std::string address;
  long long fence = 0;
  long long left_ms = 0;
  long long used_ms = 0;  ///< of the mover's clock until the owner's last sign of life
};

std::optional<Owner> read_owner(soci::session& sql, const std::string& id, const char* how) {
  Owner owner;
  sql << "select l.server, l.fence, coalesce(s.address, ''), coalesce(s.expires_ms, 0) - " + kDatabaseNow +
             ", l.used_ms + case when l.runs_since_ms = 0 then 0 else"
             " greatest(0, coalesce(s.seen_ms, 0) - l.runs_since_ms) end"
             " from game_leases l left join server_leases s on s.server = l.server where l.game_id = :id" +
             how,
      into(owner.server), into(owner.fence), into(owner.address), into(owner.left_ms), into(owner.used_ms),
      use(id, "id");
  if (!sql.got_data()) return std::nullopt;
  return owner;
}

}  // namespace

void Store::renew_leases(std::int64_t for_ms) {
  const long long more_ms = for_ms;
  connection_->sql << "insert into server_leases (server, address, seen_ms, expires_ms) values (:server, :address, " +
                          kDatabaseNow + ", " + kDatabaseNow +
                          " + :more) on conflict (server) do update set expires_ms = excluded.expires_ms," +
                          " seen_ms = excluded.seen_ms, address = excluded.address",
      use(connection_->server, "server"), use(connection_->address, "address"), use(more_ms, "more");
}

std::optional<Lease> Store::take_lease(const std::string& id) {
  auto& sql = connection_->sql;
  const std::string& me = connection_->server;
  const auto lease_of = [&](const Owner& owner) {
    return Lease{owner.server, owner.address, owner.fence, owner.server == me, false, owner.left_ms, owner.used_ms};
  };
  // Mostly somebody has it, and nothing need be locked to be told so.
  auto owner = read_owner(sql, id, "");
  if (owner && (owner->server == me || owner->left_ms > 0)) return lease_of(*owner);
  if (!owner) {
    int games = 0;
    sql << "select count(*) from games where id = :id", into(games), use(id, "id");
    if (games == 0) return std::nullopt;
    sql << "insert into game_leases (game_id, server, fence) values (:id, '', 0) on conflict (game_id) do nothing",
        use(id, "id");
  }
  // Whoever comes at the same moment waits here, and then finds us.
  owner = read_owner(sql, id, " for update of l");
  if (!owner) return std::nullopt;
  if (owner->server == me || owner->left_ms > 0) return lease_of(*owner);
  sql << "update game_leases set server = :server, fence = fence + 1, runs_since_ms = 0, used_ms = :used"
         " where game_id = :id",
      use(me, "server"), use(owner->used_ms, "used"), use(id, "id");
  return Lease{me, connection_->address, owner->fence + 1, true, owner->fence > 0, 0, owner->used_ms};
}

void Store::hold_lease(const std::string& id, std::int64_t fence, std::int64_t used_ms) {
  const long long number = fence;
  const long long used = used_ms;
  soci::statement hold =
      (connection_->sql.prepare << "update game_leases set runs_since_ms = " + kDatabaseNow +
                                       ", used_ms = :used where game_id = :id and server = :server and fence = :fence",
       use(used, "used"), use(id, "id"), use(connection_->server, "server"), use(number, "fence"));
  hold.execute(true);
  if (hold.get_affected_rows() != 1) throw LeaseLost("game " + id + " belongs to another server by now");
}

std::vector<std::string> Store::lost_leases(const std::vector<Holding>& holdings) {
  constexpr std::size_t kAtOnce = 500;
  std::vector<std::string> lost;
  for (std::size_t begin = 0; begin < holdings.size(); begin += kAtOnce) {
    const std::size_t end = std::min(holdings.size(), begin + kAtOnce);
    std::string ids;
    for (std::size_t i = begin; i < end; ++i) ids += (i == begin ? "" : ",") + holdings[i].id;
    std::map<std::string, long long> ours;
    std::string id;
    long long fence = 0;
    soci::statement query =
        (connection_->sql.prepare << "select game_id, fence from game_leases where server = :server and"
                                     " game_id = any(string_to_array(:ids, ','))",
         into(id), into(fence), use(connection_->server, "server"), use(ids, "ids"));
    query.execute();
    while (query.fetch()) ours[id] = fence;
    for (std::size_t i = begin; i < end; ++i) {
      const auto found = ours.find(holdings[i].id);
      if (found == ours.end() || found->second != holdings[i].fence) lost.push_back(holdings[i].id);
    }
  }
  return lost;
}

void Store::leave() {
  // The row stays for whoever takes over a clock that ran until now.
  connection_->sql << "update server_leases set expires_ms = " + kDatabaseNow + ", seen_ms = " + kDatabaseNow +
                          " where server = :server",
      use(connection_->server, "server");
  connection_->sql << "delete from server_leases where expires_ms < " + kDatabaseNow + " - " + kForgottenMs;
}

}  // namespace partita::store
