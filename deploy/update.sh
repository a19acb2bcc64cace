#!/bin/sh
# Replaces the running release by the one in this folder, one process after the other, so that a server and a worker always run:
#   git pull && deploy/update.sh
# The schema is migrated first; the processes of the release before keep working on it. Stops at the first process that does not
# become healthy, and leaves the others as they are.
set -eu
cd "$(dirname "$0")/.."

docker compose build --pull
docker compose run --rm migrate
for service in $(docker compose config --services | grep -E '^(workers|server)-' | sort --reverse); do
	docker compose up --detach --no-deps --wait "$service"
done
# Whatever else has changed: Postgres, Redis, the proxy.
docker compose up --detach --wait
