#!/bin/sh
# Restores a backup of Compose's service `backup`, on the same host or on a new one with the same .env and the backup folder:
#   deploy/compose-restore.sh latest /path/of/the/printed/key
# Servers and workers are stopped meanwhile. What the database had before stays beside it, under another name.
set -eu
name=${1:?Usage: deploy/compose-restore.sh NAME|latest KEY_FILE}
key=$(realpath "${2:?Usage: deploy/compose-restore.sh NAME|latest KEY_FILE}")
[ -r "$key" ] || { echo "$key cannot be read: it has to be the key that \"docker compose run --rm backup key\" printed." >&2; exit 1; }
cd "$(dirname "$0")/.."

docker compose build
services=$(docker compose config --services)
ours=$(echo "$services" | grep -E '^(proxy|backup|workers-.*|server-.*)$' | sort)
docker compose stop $ours
docker compose up --detach --wait $(echo "$services" | grep -E '^(postgres|redis)$' | sort)
docker compose run --rm --no-TTY --no-deps backup restore "$name" <"$key"
! echo "$services" | grep -qx redis || docker compose exec --no-TTY redis redis-cli flushall
# Catches up with the providers, and lets the product log in again.
docker compose run --rm --no-deps migrate node dist/node/release-restore.js
docker compose up --detach --wait
