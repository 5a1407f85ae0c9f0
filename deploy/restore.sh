#!/bin/sh
# Restores a backup into an empty database: deploy/restore.sh <folder of backup.sh>. Stop the services first.
#
# With DATABASE_URL set it uses pg_restore of this machine, else the PostgreSQL of docker-compose.yml, which it starts. All or
# nothing: if it fails, the database is empty as before. Then put gateway.yaml of the backup in its place, set the encryption
# key of the old installation, and start the services.
set -eu
folder=${1:?name the folder of a backup}
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
(cd "$folder" && sha256sum --check --quiet --strict SHA256SUMS) || {
  echo "restore: the backup in $folder is damaged" >&2
  exit 1
}

if [ -n "${DATABASE_URL:-}" ]; then
  query() { psql --no-psqlrc --quiet --tuples-only --no-align --dbname="$DATABASE_URL" --command="$1"; }
  load() { pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL"; }
else
  docker compose up --detach --wait postgres
  query() { docker compose exec -T postgres psql --no-psqlrc --quiet --tuples-only --no-align --username=multilane --command="$1" multilane < /dev/null; }
  load() {
    docker compose exec -T postgres pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --username=multilane --dbname=multilane
  }
fi

tables=$(query "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'")
if [ "$tables" != 0 ]; then
  echo "restore: the database is not empty ($tables tables)" >&2
  exit 1
fi
load < "$folder/multilane.dump"
echo "Restored. Start the services with the encryption key of the old installation."
