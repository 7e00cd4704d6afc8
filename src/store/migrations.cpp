#include "store/migrations.h"

#include <soci/soci.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace partita::store {

namespace {

using Statements = std::vector<const char*>;

// A step is never edited once it has been released; a change of the schema is a new step at the end. The words are
// those that SQLite and PostgreSQL understand alike.
const std::vector<Statements>& steps() {
  static const std::vector<Statements> all = {
      // 1: games, seats, moves
      {"create table games (id text primary key, game text not null, rules text not null, start_text text not null,"
       " created_ms bigint not null, updated_ms bigint not null, ending text not null, payoff text not null)",
       "create table seats (game_id text not null references games(id), seat integer not null, kind text not null,"
       " name text not null, engine text not null, level integer not null, movetime_ms bigint not null,"
       " depth integer not null, nodes bigint not null, clock_ms bigint not null, increment_ms bigint not null,"
       " token text not null, invite text not null, primary key (game_id, seat))",
       "create table moves (game_id text not null references games(id), ply integer not null, move text not null,"
       " clock_ms bigint not null, primary key (game_id, ply))"},
      // 2: engines' opinions beside their moves; the list of games in order
      {"alter table moves add column score text not null default ''",
       "create index games_by_creation on games (created_ms, id)"},
      // 3: the swap rule and rematches
      {"alter table games add column swap_after integer not null default 0",
       "alter table games add column swapped integer not null default 0",
       "alter table games add column rematch_id text not null default ''"},
      // 4: the server that holds the database, and a place to write to when only the writing matters
      {"create table partita_server (instance text not null, holder text not null, checked_ms bigint not null)",
       "insert into partita_server (instance, holder, checked_ms) values ('', '', 0)"},
      // 5: the last review of a game, named by everything it depends on
      {"create table reviews (game_id text primary key references games(id), name text not null, body text not null)"},
      // 6: several servers on one database: until when each is believed to live, and whose a game is. The fence counts
      // the owners of a game.
      {"create table server_leases (server text primary key, address text not null, expires_ms bigint not null)",
       "create table game_leases (game_id text primary key references games(id), server text not null,"
       " fence bigint not null)"},
      // 7: clocks that outlive their server: when each server last gave a sign of life, since when the clock of a
      // game's
      // mover runs (0: it stands), and what it had used in this turn before. All by the database's clock.
      {"alter table server_leases add column seen_ms bigint not null default 0",
       "alter table game_leases add column runs_since_ms bigint not null default 0",
       "alter table game_leases add column used_ms bigint not null default 0"},
  };
  return all;
}

int current_version(soci::session& sql) {
  sql << "create table if not exists partita_schema (version integer not null)";
  int rows = 0;
  sql << "select count(*) from partita_schema", soci::into(rows);
  if (rows == 0) {
    sql << "insert into partita_schema (version) values (0)";
    return 0;
  }
  int version = 0;
  sql << "select version from partita_schema", soci::into(version);
  return version;
}

}  // namespace

void migrate(soci::session& sql, int target) {
  int version = current_version(sql);
  if (version > kSchemaVersion) {
    throw std::runtime_error("the database has schema " + std::to_string(version) + ", this program knows up to " +
                             std::to_string(kSchemaVersion));
  }
  for (; version < target; ++version) {
    soci::transaction step(sql);
    for (const char* statement : steps()[static_cast<std::size_t>(version)]) sql << statement;
    const int reached = version + 1;
    sql << "update partita_schema set version = :version", soci::use(reached);
    step.commit();
  }
}

}  // namespace partita::store
