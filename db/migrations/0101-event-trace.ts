/** The trace that an event belongs to, while traces are on: whoever sends a delivery of the event continues its trace. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  create table event_trace (
    event_id uuid primary key,
    -- https://www.w3.org/TR/trace-context/#traceparent-header
    parent text not null check (parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
    created_at timestamptz not null default now()
  );
  create index event_trace_age on event_trace (created_at);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
