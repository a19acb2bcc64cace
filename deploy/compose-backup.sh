#!/bin/bash
# Backups of docker-compose.yml: a dump of the database and the stored files, compressed, encrypted, and kept for 7 days, 4 weeks and
# 12 months. The service `backup` runs it:
#   key           makes the key; only the public half stays in the backup folder, the other one is printed, once
#   nightly       makes a backup a day, from BACKUP_HOUR (UTC) on, until it is stopped
#   now, list     makes one at once; lists them
#   expire        deletes those that are not kept, as every new backup does
#   restore NAME  restores one, or "latest", with the printed key on stdin, into a database that nobody uses
#   drill         restores the latest into a database of its own, looks into it, and deletes it; with the printed key on stdin
# It does not know the printed key, so who takes over this host cannot read older backups (docs/backup.md).
set -euo pipefail
umask 077
backup=${BACKUP_FOLDER:-/backup}
storage=${STORAGE_FOLDER:-/storage}
database=${PGDATABASE:-brimful}
role=${APP_ROLE:-brimful_app}
public=$backup/key.asc

fail() {
	echo "$1" >&2
	exit 1
}

# A folder of its own for the keys of gpg, which ends with this process.
open_keys() {
	GNUPGHOME=$(mktemp -d)
	export GNUPGHOME
	trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
}

key() {
	[ ! -e "$public" ] || fail "$public is there already. To replace the key, move it away, and keep the printed one as long as its backups."
	open_keys
	gpg --batch --quiet --passphrase '' --quick-generate-key 'Brimful backup' future-default default never
	gpg --batch --armor --export >"$public"
	echo 'Keep this key elsewhere, for example in a password manager. Without it no backup can be read, and it is not shown again.' >&2
	gpg --batch --pinentry-mode loopback --passphrase '' --armor --export-secret-keys
}

list() {
	find "$backup" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*Z' -printf '%f\n' | sort
}

encrypt() {
	zstd --quiet | gpg --batch --quiet --encrypt --recipient-file "$public" --compress-algo none --output "$1"
}

now() {
	[ -s "$public" ] || fail 'There is no key: run "docker compose run --rm backup key" first, and keep what it prints.'
	open_keys
	local name draft
	name=$(date -u +%Y%m%dT%H%M%SZ)
	# A draft gets its name when it is whole, so that a restore never takes half a backup.
	draft=$backup/.$name
	rm -rf "$backup"/.[0-9]*Z
	mkdir -p "$draft"
	pg_dump --format custom --compress 0 --dbname "$database" | encrypt "$draft/database.gpg"
	# A file is written once and never changed, so a copy taken after the database has every file that it names. Status 1 is a file that
	# has been deleted meanwhile.
	{ tar -C "$storage" -cf - . || [ $? -eq 1 ]; } | encrypt "$draft/storage.gpg"
	mv "$draft" "$backup/$name"
	expire
	echo "$backup/$name: $(du -sh "$backup/$name" | cut -f 1)"
}

# Keeps the newest backup of each of the last 7 days, 4 weeks and 12 months that have one.
expire() {
	local -A counts=([day]=0 [week]=0 [month]=0) limits=([day]=7 [week]=4 [month]=12) seen=()
	local name span kept
	for name in $(list | tac); do
		local -A spans=([day]=${name:0:8} [week]=$(date -u -d "${name:0:8}" +%G-%V) [month]=${name:0:6})
		kept=
		for span in day week month; do
			[ -z "${seen[$span ${spans[$span]}]-}" ] || continue
			seen["$span ${spans[$span]}"]=1
			counts[$span]=$((counts[$span] + 1))
			[ "${counts[$span]}" -gt "${limits[$span]}" ] || kept=1
		done
		[ -n "$kept" ] || rm -rf "${backup:?}/$name"
	done
}

nightly() {
	# The pause ends too: it would keep the output open.
	trap 'jobs -p | xargs -r kill; exit 0' TERM INT
	while :; do
		local newest
		newest=$(list | tail -n 1)
		if [ -z "$newest" ] || { [ "${newest:0:8}" != "$(date -u +%Y%m%d)" ] && [ "$(date -u +%-H)" -ge "${BACKUP_HOUR:-3}" ]; }; then
			bash "$0" now || echo 'There is no backup: trying again in ten minutes.' >&2
		fi
		sleep 600 &
		wait $!
	done
}

query() {
	psql --dbname "$1" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "${@:3}" <<<"$2"
}

# Finds a backup in `name`, and takes the printed key.
open_backup() {
	name=${1:-}
	[ "$name" != latest ] || name=$(list | tail -n 1)
	[ -n "$name" ] && [ -d "$backup/$name" ] || fail "There is no backup \"$name\" in $backup: $(list | tr '\n' ' ')"
	open_keys
	gpg --batch --quiet --import || fail 'Give the printed key on stdin.'
}

# What an operator can compare with what they remember.
look() {
	query "$1" "select 'The copy has ' || count(*) || ' tips' ||
		coalesce(', the newest of ' || date_trunc('second', max(captured_at) at time zone 'utc') || ' UTC', '') || '.' from tip"
}

drill() {
	local name files new="${database}_drill"
	open_backup latest
	query postgres "drop database if exists \"$new\""
	query postgres "create database \"$new\""
	read_back database | pg_restore --no-owner --no-privileges --exit-on-error --dbname "$new"
	echo "Restored $name."
	look "$new"
	query postgres "drop database \"$new\""
	files=$(read_back storage | tar -tf -)
	echo "Stored files in the backup: $(grep -c '[^/]$' <<<"$files")."
	rm -f "$backup"/drilled-*
	touch "$backup/drilled-$(date -u +%Y%m%dT%H%M%SZ)"
	echo 'The drill has changed nothing: the copy is deleted.'
}

restore() {
	local name new="${database}_restoring" kept
	open_backup "${1:-}"
	local users="select count(*) from pg_stat_activity where datname = '$database'"
	[ "$(query postgres "$users")" = 0 ] || fail 'Somebody uses the database: stop the servers and workers first.'
	query postgres "drop database if exists \"$new\""
	query postgres "create database \"$new\""
	# The role that runs the product may not log in until "release-restore": the copy sends nothing before (docs/backup.md).
	query postgres "select format('create role %I password %L', :'role', :'password') where not exists (select from pg_roles where rolname = :'role') \\gexec
		select format('alter role %I nologin', :'role') \\gexec" --set role="$role" --set password="${POSTGRES_APP_PASSWORD:-}"
	read_back database | pg_restore --no-owner --exit-on-error --dbname "$new"
	look "$new"
	read_back storage | tar -C "$storage" -xf -
	kept="${database}_before_$(date -u +%Y%m%dt%H%M%Sz)"
	query postgres "alter database \"$database\" rename to \"$kept\""
	query postgres "alter database \"$new\" rename to \"$database\""
	echo "Restored $name. It is quarantined until release-restore. What was there before is the database $kept: drop it once all is well."
}

read_back() {
	gpg --batch --quiet --decrypt "$backup/$name/$1.gpg" | zstd --quiet --decompress
}

case ${1:-} in
key | list | now | expire | nightly | restore | drill) "$@" ;;
*) fail 'Usage: key, nightly, now, list, expire, drill, or restore NAME' ;;
esac
