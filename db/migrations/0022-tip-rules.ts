/** A creator's rules for tips: the minimum, the blocked supporters, and which tips are held for review. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table tip_rule (
    creator_uid uuid primary key references account on delete cascade,
    minimum_minor bigint not null check (minimum_minor > 0),
    -- First tips of at least this amount are held; null holds none.
    hold_from_minor bigint check (hold_from_minor > 0)
  );

  create table blocked_supporter (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    -- The name that the creator knows the supporter by.
    name text not null,
    supporter_uid uuid references account on delete cascade,
    -- For guests: the normalized name, and the network of the tip for which they were blocked.
    name_key text,
    address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
    tip_id uuid references tip,
    created_at timestamptz not null default now(),
    unique (creator_uid, tip_id),
    check (supporter_uid is null or name_key is null),
    check (coalesce(supporter_uid::text, name_key, address_hash) is not null)
  );
  create index blocked_supporter_creator on blocked_supporter (creator_uid, created_at desc);
  create index blocked_supporter_account on blocked_supporter (supporter_uid) where supporter_uid is not null;

  -- A held tip counts as money at once. Its alert and chat messages wait while it is 'held', and are never sent when it is
  -- 'dismissed'.
  alter table tip add column hold text check (hold in ('held', 'released', 'dismissed'));
  alter table tip add column hold_ended_at timestamptz;
  alter table tip add check (coalesce(hold in ('released', 'dismissed'), false) = (hold_ended_at is not null));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
