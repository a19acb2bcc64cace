/** Ids of events, alerts and notifications that rise with time, so that their indexes grow at one end. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- UUIDs of version 7: 48 bits of milliseconds, then random bits (https://www.rfc-editor.org/rfc/rfc9562#section-5.7). Random ids
  -- would put each tip's rows into a dozen random pages of indexes, which Postgres writes whole after a checkpoint
  -- (https://www.postgresql.org/docs/current/wal-configuration.html). It is ours because uuidv7() exists from Postgres 18 on.
  -- Bits 52 and 53 make version 7 of version 4; set_bit counts from the lowest bit of each byte.
  create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
    select encode(
      set_bit(set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1),
      'hex')::uuid
  $$;
  alter table outbox alter column event_id set default time_ordered_id();
  alter table alert alter column id set default time_ordered_id();
  alter table notification alter column id set default time_ordered_id();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
