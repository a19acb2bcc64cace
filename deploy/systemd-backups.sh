# Backups and restores of an installation with systemd, for deploy/brimful, which reads this file: it has `file`, `servers`, `workers`,
# `setting`, `storage_folder`, `make_account`, `run`, `start` and `fail`.

as_postgres() {
	if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

ask_postgres() { as_postgres psql -d postgres -XAtqc "$1"; }

# Says where Postgres was looked for if it is not there: on a new machine it may have another port than on the one before.
require_postgres() {
	ask_postgres 'select 1' >/dev/null 2>&1 || fail "Postgres does not respond on port ${PGPORT:-5432}, which DATABASE_URL in $file has: start it, or write the port of \"pg_lsclusters\" into $file and $etc/brimful-migrate.env."
}

# Postgres archives its WAL from now on, and there is a backup every night.
backup_on() {
	require_postgres
	folder=$(backup_folder)
	mkdir -p "$folder/wal"
	[ "$(id -u)" != 0 ] || chown postgres "$folder" "$folder/wal"
	ask_postgres 'alter system set archive_mode = on'
	ask_postgres 'alter system set archive_timeout = 60'
	ask_postgres "alter system set archive_command = '$(sed -n "s/^archive_command = '\(.*\)'$/\1/p" docs/backup.md | sed "s:/backup/:$folder/:g")'"
	systemctl restart postgresql
	systemctl enable --now brimful-backup.timer
}

backup_now() {
	require_postgres
	folder=$(backup_folder)
	storage=$(storage_folder)
	PATH="$(programs_of_postgres):$PATH" as_postgres deploy/backup.sh "$folder" ${storage:+"$storage"}
}

backup_folder() {
	folder=$(setting BACKUP_FOLDER)
	echo "${folder:?is not set: give $file the line BACKUP_FOLDER=/a/folder, best on another disk}"
}

# Debian has them outside the PATH.
programs_of_postgres() {
	echo "/usr/lib/postgresql/$(ask_postgres "select current_setting('server_version_num')::int / 10000")/bin"
}

# Puts a backup in the place of what Postgres has, which stays beside it, and starts everything with it.
restore_here() {
	require_postgres
	folder=$(backup_folder)
	# On a new machine the account may have another number.
	[ "$(id -u)" != 0 ] || chown -R postgres "$folder"
	programs=$(programs_of_postgres)
	data=$(ask_postgres 'show data_directory')
	kept=$data.$(date -u +%Y%m%dT%H%M%SZ)
	# A new machine has no such units yet.
	for name in $servers; do systemctl stop "brimful-server@$name" 2>/dev/null || true; done
	for name in $workers; do systemctl stop "brimful-workers@$name" 2>/dev/null || true; done
	systemctl stop postgresql
	as_postgres mv "$data" "$kept"
	if ! PATH="$programs:$PATH" as_postgres deploy/restore.sh "$folder" "$data" "$@"; then
		as_postgres rm -rf "$data"
		as_postgres mv "$kept" "$data"
		systemctl start postgresql
		fail 'Nothing is restored. Postgres runs as before; "brimful start" starts the rest.'
	fi
	storage=$(storage_folder)
	newest=$(newest_files)
	if [ -n "$storage" ] && [ -n "$newest" ]; then
		make_account
		tar -C "$storage" -xzf "$newest"
		chown -R brimful "$storage"
	fi
	systemctl start postgresql
	redis-cli -u "$(setting REDIS_URL)" flushdb >/dev/null
	run release-restore
	start
	echo "What Postgres had before is in $kept: delete it once all is well. Then \"brimful backup on\" and \"brimful backup\" begin anew."
}

# Restores the newest backup into a folder beside the backups, looks into it, and deletes it again.
drill_here() {
	require_postgres
	folder=$(backup_folder)
	draft=$folder/.drill
	as_postgres rm -rf "$draft"
	report=$(PATH="$(programs_of_postgres):$PATH" as_postgres deploy/restore.sh "$folder" "$draft") || report=
	as_postgres rm -rf "$draft"
	[ -n "$report" ] || exit 1
	newest=$(newest_files)
	files=$([ -z "$newest" ] || tar -tzf "$newest")
	echo "${report%% It is quarantined*} Stored files in the backup: $(echo "$files" | grep -c '[^/]$')."
	as_postgres rm -f "$folder"/drilled-*
	as_postgres touch "$folder/drilled-$(date -u +%Y%m%dT%H%M%SZ)"
	echo 'The drill has changed nothing: the copy is deleted.'
}

newest_files() { find "$folder/storage" -name '[0-9]*Z.tar.gz' 2>/dev/null | sort | tail -n 1; }
