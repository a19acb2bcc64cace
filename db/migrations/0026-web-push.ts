/** Push messages: which browser to send them to, and their destination. A subscription is sealed and ends with its session. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table push_subscription (
    session_id uuid primary key references session (id) on delete cascade,
    uid uuid not null references account on delete cascade,
    endpoint_hash bytea not null unique,
    sealed text not null,
    locale text not null check (locale in ('en', 'de')),
    created_at timestamptz not null default now()
  );
  create index push_subscription_uid on push_subscription (uid);
  alter table delivery
    drop constraint delivery_destination_check,
    add constraint delivery_destination_check check (destination in
      ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'receipt', 'push'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
