/** The key of each creator's private overlay address, and whether it is required. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table overlay_setting (
      creator_uid uuid primary key references account on delete cascade,
      -- SHA-256 of the key; the key itself is sealed, so that its creator can read it again.
      key_hash bytea not null unique check (length(key_hash) = 32),
      key_sealed text not null,
      is_key_required boolean not null default false
    )`.execute(db)
}
