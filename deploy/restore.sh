#!/bin/sh
# Restores a backup into an empty database: deploy/restore.sh <folder of backup.sh>. Stop the services first.
#
# With DATABASE_URL set it uses pg_restore of this machine, else the PostgreSQL of docker-compose.yml, which it starts. All or
# nothing: if it fails, the database is empty as before. Then put gateway.yaml of the backup in its place, set the encryption
# key of the old installation, and start the services.
#
# Extensions that the database has already stay as they are. Of those that this role may not create, Multilane needs `vector` only:
# if the backup has it, the script says what a superuser runs first. Others, such as pg_stat_statements, are left out.
set -eu
folder=${1:?name the folder of a backup}
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
(cd "$folder" && sha256sum --check --quiet --strict SHA256SUMS) || {
  echo "restore: the backup in $folder is damaged" >&2
  exit 1
}

dump=$folder/multilane.dump
if [ -n "${DATABASE_URL:-}" ]; then
  query() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$DATABASE_URL" --command="$1" < /dev/null; }
  # The contents of the dump.
  list() { pg_restore --list < "$dump"; }
  # Reads the contents to restore from standard input.
  load() {
    contents=$(mktemp)
    cat > "$contents"
    status=0
    pg_restore --use-list="$contents" --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$dump" || status=$?
    rm -f "$contents"
    return $status
  }
else
  docker compose up --detach --wait postgres
  query() {
    docker compose exec -T postgres psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --username=multilane --command="$1" multilane < /dev/null
  }
  list() { docker compose exec -T postgres pg_restore --list < "$dump"; }
  load() {
    docker compose exec -T postgres sh -c 'cat > /tmp/contents'
    docker compose exec -T postgres pg_restore --use-list=/tmp/contents --no-owner --no-privileges --exit-on-error --single-transaction \
      --username=multilane --dbname=multilane < "$dump"
  }
fi

# Tables of extensions do not count: they are there with them.
tables=$(query "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%' AND n.nspname NOT LIKE 'pg_temp%' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')")
if [ "$tables" != 0 ]; then
  echo "restore: the database is not empty ($tables tables)" >&2
  exit 1
fi

# PostgreSQL lets the owner of a database create trusted extensions only.
leave_out() { contents=$(printf '%s\n' "$contents" | grep -v -E "^[0-9]+; [0-9]+ [0-9]+ EXTENSION - $1( |\$)"); }
contents=$(list)
for name in $(printf '%s\n' "$contents" | sed -n 's/^[0-9]*; [0-9]* [0-9]* EXTENSION - \([^ ]*\).*/\1/p'); do
  if [ "$(query "SELECT count(*) FROM pg_extension WHERE extname = '$name'")" != 0 ]; then
    leave_out "$name"
  elif [ "$(query "SELECT EXISTS (SELECT FROM pg_available_extension_versions WHERE name = '$name' AND (trusted OR NOT superuser OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)))")" = t ]; then
    continue
  elif [ "$name" = vector ]; then
    echo "restore: the backup needs the extension vector (pgvector), which $(query "SELECT current_user") cannot create here. As a superuser, run in this database:" >&2
    echo "  CREATE EXTENSION vector;" >&2
    exit 1
  else
    leave_out "$name"
    echo "restore: left out the extension $name, which $(query "SELECT current_user") cannot create here and Multilane does not need" >&2
  fi
done
# Searches find the same without their indexes. Another schema than the backup's may have what they are made with.
if [ "$(query "SELECT EXISTS (SELECT FROM pg_opclass o JOIN pg_namespace n ON n.oid = o.opcnamespace WHERE o.opcname = 'gin_trgm_ops' AND n.nspname = 'public')")" = f ] &&
  ! printf '%s\n' "$contents" | grep -q ' EXTENSION - pg_trgm'; then
  contents=$(printf '%s\n' "$contents" | grep -v -E ' INDEX [^ ]+ ix_(credentials|users)__search( |$)')
fi
printf '%s\n' "$contents" | load
echo "Restored. Start the services with the encryption key of the old installation."
