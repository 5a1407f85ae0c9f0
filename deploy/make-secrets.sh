#!/bin/sh
# Makes the secrets of docker-compose.yml, each in a file of the folder secrets. What is there already stays.
#
# Values of an older .env (POSTGRES_PASSWORD, REDIS_PASSWORD, ENCRYPTION_KEY, RESEARCH_KEY, *_API_KEY) are taken over: an
# installation keeps its passwords and its encryption key. Keep a copy of encryption_key elsewhere; no backup has it.
set -eu
cd "$(dirname "$0")/.."
folder=${SECRETS_FOLDER:-secrets}
# Only you can enter the folder, and write its files. Containers run as other users, and get the files one by one.
mkdir -p "$folder" && chmod 700 "$folder"

# The value of a variable in .env.
from_env() { [ ! -f .env ] || sed -n "s/^$1=//p" .env | tail -n 1; }

# keep NAME VALUE: writes a secret that is missing. Files of an older version of this script could not be written.
keep() {
  [ ! -e "$folder/$1" ] || chmod u+w "$folder/$1"
  [ ! -s "$folder/$1" ] || return 0
  printf '%s' "$2" > "$folder/$1.new"
  chmod 644 "$folder/$1.new"
  mv -f "$folder/$1.new" "$folder/$1"
}

# make NAME VARIABLE PREFIX COMMAND…: the same with the value in .env, or else with what a command prints.
make() {
  name=$1 value=$(from_env "$2") prefix=$3
  shift 3
  [ -n "$value" ] || value=$prefix$("$@")
  keep "$name" "$value"
}

make postgres_password POSTGRES_PASSWORD "" openssl rand -hex 24
make redis_password REDIS_PASSWORD "" openssl rand -hex 24
make encryption_key ENCRYPTION_KEY "" openssl rand -base64 32
make research_key RESEARCH_KEY ml- openssl rand -hex 24
keep database_url "postgres://multilane:$(cat "$folder/postgres_password")@postgres:5432/multilane"
keep redis_url "redis://:$(cat "$folder/redis_password")@redis:6379"
# Enter the keys of your providers: printf %s sk-… > secrets/openai_api_key
keep openai_api_key "$(from_env OPENAI_API_KEY)"
keep anthropic_api_key "$(from_env ANTHROPIC_API_KEY)"
keep gemini_api_key "$(from_env GEMINI_API_KEY)"
