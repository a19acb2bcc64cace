#!/bin/sh
# Restores a backup of deploy/backup.sh into an empty data folder, to a point in time or as far as the WAL goes:
#   deploy/restore.sh /backup /var/lib/postgresql/17/restored ['2026-11-23 14:05:00+00']
# Runs as the account of Postgres, with its programs on the PATH. The restored database is quarantined: the role that runs the product
# may not log in, so no server or worker of any release reaches it, until "brimful release-restore". It is left stopped.
set -eu
backup=${1:?Usage: deploy/restore.sh BACKUP_FOLDER DATA_FOLDER [TIME]}
data=${2:?Usage: deploy/restore.sh BACKUP_FOLDER DATA_FOLDER [TIME]}
time=${3:-}

if [ -d "$data" ] && [ -n "$(ls -A "$data")" ]; then
	echo "$data is not empty: choose another folder, or move it away." >&2
	exit 1
fi
# The newest backup that was whole before that time.
limit=$(date -u ${time:+-d "$time"} +%Y%m%dT%H%M%SZ)
base=
for one in "$backup"/base/*Z; do
	[ -d "$one" ] || continue
	done=$(date -u -r "$one/backup_manifest" +%Y%m%dT%H%M%SZ)
	if [ "$done" \< "$limit" ] || [ "$done" = "$limit" ]; then base=$one; fi
done
[ -n "$base" ] || { echo "There is no backup in $backup/base that was whole before ${time:-now}." >&2; exit 1; }

mkdir -p "$data"
chmod 700 "$data"
cp -R "$base/." "$data"
# A copy must not write into the archive of the original: docs/backup.md says how it becomes the original.
cat >>"$data/postgresql.auto.conf" <<SETTINGS
archive_mode = 'off'
restore_command = 'zstd --quiet --decompress --force -o "%p" "$backup/wal/%f.zst"'
recovery_target_action = 'promote'
SETTINGS
[ -z "$time" ] || echo "recovery_target_time = '$time'" >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"

# It recovers on a socket in a folder of its own, where nothing else connects.
socket=$(mktemp -d)
trap 'rm -rf "$socket"' EXIT
# Debian keeps the settings outside the data folder, so they are not in a backup. Recovery needs none but the limits of the original, below
# which it does not start (https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-ADMIN).
: >"$socket/postgresql.conf"
echo 'local all all trust' >"$socket/pg_hba.conf"
limits=$(LC_ALL=C pg_controldata "$data" | sed -n 's/^\(max_[a-z_]*\) setting: *\([0-9]*\)$/-c \1=\2/p' |
	sed 's/max_prepared_xacts/max_prepared_transactions/; s/max_locks_per_xact/max_locks_per_transaction/' | tr '\n' ' ')
query() { psql -h "$socket" -p 5432 -d postgres -XAtc "$1"; }
settings="-c config_file=$socket/postgresql.conf -c hba_file=$socket/pg_hba.conf $limits -c listen_addresses= -c unix_socket_directories=$socket -c port=5432"
if ! pg_ctl -D "$data" -s -w -t 86400 -l "$data/restore.log" -o "$settings" start; then
	tail -n 5 "$data/restore.log" >&2
	exit 1
fi
until [ "$(query 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
# In the product's database, only the role that owns the schema may still log in, because it ends the quarantine. Where the product
# has no other role, that one may not either, and a superuser ends it.
databases=$(query "select datname from pg_database where datallowconn and not datistemplate")
printf '%s\n' "$databases" | while read -r database; do
	psql -h "$socket" -p 5432 -d "$database" -XAtq -v ON_ERROR_STOP=1 -c "do \$\$ declare name text; owner oid; closed int := 0; begin
		select relowner into owner from pg_class where oid = to_regclass('public.kysely_migration');
		if owner is null then return; end if;
		for name in select rolname from pg_roles where rolcanlogin and not rolsuper and not pg_has_role(oid, owner, 'member')
			and has_table_privilege(oid, to_regclass('public.outbox'), 'insert') loop
			execute format('alter role %I nologin', name);
			closed := closed + 1;
		end loop;
		if closed > 0 then return; end if;
		for name in select rolname from pg_roles where rolcanlogin and not rolsuper and pg_has_role(oid, owner, 'member') loop
			execute format('alter role %I nologin', name);
		end loop;
	end \$\$" </dev/null
	# What an operator can compare with what they remember.
	[ -z "$(psql -h "$socket" -p 5432 -d "$database" -XAtc "select to_regclass('public.tip')" </dev/null)" ] ||
		psql -h "$socket" -p 5432 -d "$database" -XAt -v ON_ERROR_STOP=1 -c "select 'The copy has ' || count(*) || ' tips' ||
			coalesce(', the newest of ' || date_trunc('second', max(captured_at) at time zone 'utc') || ' UTC', '') || '.' from tip" </dev/null
done
pg_ctl -D "$data" -s -w stop
# These settings were for the recovery; started again with them, Postgres would do nothing else.
sed -i -e '/^restore_command = /d' -e '/^recovery_target_/d' "$data/postgresql.auto.conf"
echo "Restored from $base. It is quarantined: start Postgres on $data, then run \"brimful release-restore\"."
