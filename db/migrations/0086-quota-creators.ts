/** The creators who share a day's quota of a provider. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const change = `
  -- The creators in whose chats messages were posted with a day's quota: they share what is left of it.
  create table quota_creator (
    name text not null,
    day date not null,
    uid uuid not null references account,
    primary key (name, day, uid),
    foreign key (name, day) references quota_day on delete cascade
  );
  create index quota_creator_uid on quota_creator (uid);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(change).execute(db)
}
