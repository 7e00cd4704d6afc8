#!/usr/bin/env bash
# deploy/restore.sh DUMP DATABASE: brings back what deploy/backup.sh dumped, into an empty database and all or nothing.
# Servers are started on it afterwards: leases in the dump have long run out, every game is taken by whoever is asked.
set -euo pipefail
dump=${1:?DUMP is missing} database=${2:?DATABASE is missing, as in postgresql://partita@/partita}
tables=$("${PG_BIN:-}psql" --no-psqlrc -At -c "select count(*) from pg_tables where schemaname = current_schema()" "$database")
if [ "$tables" != 0 ]; then
  echo "restore: the database has $tables tables already; expected an empty one (createdb)" >&2
  exit 1
fi
"${PG_BIN:-}pg_restore" --exit-on-error --single-transaction --no-owner --dbname "$database" "$dump"
"${PG_BIN:-}psql" --no-psqlrc -At -c "select 'games: ' || (select count(*) from games) || ', moves: ' || (select count(*) from moves)" "$database"
