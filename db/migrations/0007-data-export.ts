/** Exports of a person's data, and an index that finds expired sessions. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table data_export (
    id uuid primary key default gen_random_uuid(),
    uid uuid not null references account on delete cascade,
    status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed')),
    progress smallint not null default 0 check (progress between 0 and 100),
    attempts integer not null default 0,
    size_bytes bigint check (size_bytes > 0),
    -- Until then a worker is assumed to work on the export; afterwards it is enqueued again.
    due_at timestamptz not null default now() + interval '1 minute',
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    -- When the file is deleted, and then the row.
    expires_at timestamptz not null default now() + interval '7 days',
    check ((status = 'ready') = (size_bytes is not null)),
    check ((status in ('ready', 'failed')) = (finished_at is not null))
  );
  create index data_export_uid on data_export (uid, created_at desc);
  create unique index data_export_one_at_a_time on data_export (uid) where status in ('waiting', 'running');
  create index data_export_expires on data_export (expires_at);

  create index session_expires on session (expires_at);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
