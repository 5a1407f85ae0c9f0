#!/bin/sh
# Backs up what people created: deploy/backup.sh [new folder]. The services keep running.
#
# With DATABASE_URL set it uses pg_dump of this machine, else the PostgreSQL of docker-compose.yml. The folder then has
# multilane.dump, gateway.yaml if there is one, and their checksums. It does not have the encryption key: keep that apart.
set -eu
cd "$(dirname "$0")/.."
umask 077
folder=${1:-backups/$(date -u +%Y-%m-%dT%H-%M-%SZ)}
if [ -e "$folder" ]; then
  echo "backup: $folder exists already" >&2
  exit 1
fi
unfinished=$folder.unfinished
trap 'rm -rf "$unfinished"' EXIT
mkdir -p "$unfinished"

if [ -n "${DATABASE_URL:-}" ]; then
  pg_dump --format=custom --no-owner --no-privileges --no-comments --dbname="$DATABASE_URL" > "$unfinished/multilane.dump"
else
  docker compose exec -T postgres pg_dump --format=custom --no-owner --no-privileges --no-comments --username=multilane multilane \
    > "$unfinished/multilane.dump"
fi
config=${GATEWAY_CONFIG:-gateway.yaml}
[ ! -f "$config" ] || cp "$config" "$unfinished/gateway.yaml"
(cd "$unfinished" && sha256sum -- * > SHA256SUMS)
mv "$unfinished" "$folder"
echo "$folder"
