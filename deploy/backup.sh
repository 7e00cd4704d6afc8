#!/usr/bin/env bash
# deploy/backup.sh DATABASE FOLDER [KEEP]: dumps the games of a PostgreSQL database while servers use it.
# DATABASE is what `partita serve --database` gets. The dump is whole and consistent; of the dumps in FOLDER the last KEEP
# (14) stay. Prints the dump's path. A password is better in PGPASSFILE than in DATABASE, where `ps` shows it.
set -euo pipefail
database=${1:?DATABASE is missing, as in postgresql://partita@/partita} folder=${2:?FOLDER is missing} keep=${3:-14}
umask 077 # the dump holds the players' secrets
mkdir -p "$folder"
dump="$folder/partita-$(date -u +%Y%m%dT%H%M%SZ).dump"
# Under its name it is there whole or not at all.
trap 'rm -f "$dump.part"' EXIT
"${PG_BIN:-}pg_dump" --format=custom --no-owner --file "$dump.part" "$database"
"${PG_BIN:-}pg_restore" --list "$dump.part" >/dev/null
mv "$dump.part" "$dump"
find "$folder" -maxdepth 1 -name 'partita-*.dump' | sort -r | tail -n "+$((keep + 1))" | xargs -r rm -f
echo "$dump"
