#include <soci/soci.h>

#include <map>
#include <string>
#include <vector>

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
// Whether a server's sign of life still holds. One from the future was given before the clock was set back: a lease is
// never longer than its length, and who is alive gives the next sign in a moment.
const std::string kIsAlive = "s.seen_ms <= " + kDatabaseNow + " and s.expires_ms > " + kDatabaseNow;
// Servers that have gone this long ago are forgotten; what they used of a clock then counts as nothing.
constexpr const char* kForgottenMs = "604800000";

// What the mover's clock has run: until the owner's last sign of life, if it ran at all.
const std::string kUsedMs =
    "l.used_ms + case when l.runs_since_ms = 0 then 0 else greatest(0, coalesce((select s.seen_ms from server_leases s"
    " where s.server = l.server), 0) - l.runs_since_ms) end";
// Of games by a list of ids in one text, which hold no comma.
const std::string kAmong = " = any(string_to_array(:ids, ','))";

std::string joined(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : ",") + id;
  return text;
}

using Leases = std::map<std::string, Lease>;

/// Whose these games are. Those that nobody ever had are missing.
Leases read_leases(soci::session& sql, const std::string& me, const std::vector<std::string>& ids) {
  std::string id;
  Lease lease;
  long long fence = 0;
  long long left_ms = 0;
  long long used_ms = 0;
  const std::string text = joined(ids);
  soci::statement query =
      (sql.prepare << "select l.game_id, l.server, l.fence, coalesce(s.address, ''), case when " + kIsAlive +
                          " then s.expires_ms - " + kDatabaseNow + " else 0 end, " + kUsedMs +
                          " from game_leases l left join server_leases s on s.server = l.server where l.game_id" +
                          kAmong,
       into(id), into(lease.server), into(fence), into(lease.address), into(left_ms), into(used_ms), use(text, "ids"));
  query.execute();
  Leases found;
  while (query.fetch()) {
    found[id] = {lease.server, lease.address, fence, lease.server == me, false, left_ms, used_ms};
  }
  return found;
}

/// Takes those of them whose servers are silent. In the order of their ids, so that two who do it wait for each other
/// and not both for ever.
void take_free(soci::session& sql, const std::string& me, const std::vector<std::string>& ids) {
  const std::string text = joined(ids);
  sql << "insert into game_leases (game_id, server, fence) select id, '', 0 from games where id" + kAmong +
             " on conflict (game_id) do nothing",
      use(text, "ids");
  sql << "with free as (select game_id from game_leases l where game_id" + kAmong +
             " and not exists (select 1 from server_leases s where s.server = l.server and " + kIsAlive +
             ") order by game_id for update)" +
             " update game_leases l set server = :server, fence = l.fence + 1, runs_since_ms = 0, used_ms = " +
             kUsedMs + " from free where l.game_id = free.game_id",
      use(text, "ids"), use(me, "server");
}

}  // namespace

bool Store::renew_leases(std::int64_t for_ms) {
  const long long more_ms = for_ms;
  int is_alive = 0;
  connection_->sql << "select count(*) from server_leases s where s.server = :server and " + kIsAlive, into(is_alive),
      use(connection_->server, "server");
  connection_->sql << "insert into server_leases (server, address, seen_ms, expires_ms) values (:server, :address, " +
                          kDatabaseNow + ", " + kDatabaseNow +
                          " + :more) on conflict (server) do update set expires_ms = excluded.expires_ms," +
                          " seen_ms = excluded.seen_ms, address = excluded.address",
      use(connection_->server, "server"), use(connection_->address, "address"), use(more_ms, "more");
  return is_alive == 1;
}

std::map<std::string, Lease> Store::take_leases(const std::vector<std::string>& ids) {
  auto& sql = connection_->sql;
  const std::string& me = connection_->server;
  // Mostly somebody has them, and nothing need be locked to be told so.
  Leases found = read_leases(sql, me, ids);
  std::vector<std::string> wanted;
  for (const std::string& id : ids) {
    const auto lease = found.find(id);
    if (lease == found.end() || (!lease->second.is_ours && lease->second.left_ms <= 0)) wanted.push_back(id);
  }
  if (wanted.empty()) return found;
  take_free(sql, me, wanted);
  for (auto& [id, lease] : read_leases(sql, me, wanted)) {
    lease.is_taken_over = lease.is_ours && lease.fence > 1;
    found[id] = lease;
  }
  return found;
}

std::optional<Lease> Store::take_lease(const std::string& id) {
  const auto leases = take_leases({id});
  const auto found = leases.find(id);
  if (found == leases.end()) return std::nullopt;
  return found->second;
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
  std::vector<std::string> ids;
  for (const Holding& holding : holdings) ids.push_back(holding.id);
  const Leases found = read_leases(connection_->sql, connection_->server, ids);
  std::vector<std::string> lost;
  for (const Holding& holding : holdings) {
    const auto lease = found.find(holding.id);
    if (lease == found.end() || !lease->second.is_ours || lease->second.fence != holding.fence)
      lost.push_back(holding.id);
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
