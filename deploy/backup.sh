#!/bin/sh
# Backs up a running installation: the database, and the folder of pictures and exports if there is one:
#   deploy/backup.sh /backup [/var/lib/brimful]
# Runs where Postgres is, as a role that may replicate (PGHOST, PGPORT, PGUSER). Postgres has to archive its WAL to /backup/wal:
# docs/backup.md says how. The keys are not in it: keep SECRETS_KEY and SESSION_SECRET elsewhere.
set -eu
backup=${1:?Usage: deploy/backup.sh BACKUP_FOLDER [STORAGE_FOLDER]}
storage=${2:-}

mode=$(psql -d postgres -XAtc 'show archive_mode')
[ "$mode" = on ] || { echo "archive_mode is $mode: without WAL there is no point in time to return to (docs/backup.md)." >&2; exit 1; }
failed=$(psql -d postgres -XAtc 'select failed_count from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, to_timestamp(0))')
[ -z "$failed" ] || { echo "Postgres could not archive its WAL $failed times: its log says why." >&2; exit 1; }

name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$backup/base" "$backup/storage"
# The draft is renamed when it is whole, so that a restore never takes half a backup.
pg_basebackup --pgdata "$backup/base/.$name" --checkpoint fast --wal-method stream
pg_verifybackup --quiet "$backup/base/.$name"
# A file is written once and never changed, so a copy taken after the database has every file that it names.
if [ -n "$storage" ]; then
	tar -C "$storage" -czf "$backup/storage/.$name.tar.gz" .
	mv "$backup/storage/.$name.tar.gz" "$backup/storage/$name.tar.gz"
fi
mv "$backup/base/.$name" "$backup/base/$name"
echo "$backup/base/$name"
