/** The same statuses for all deliveries, including account mail: due, leased, then sent, coalesced, expired or gave up. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  alter table delivery
    drop constraint delivery_status_check,
    drop constraint delivery_check,
    drop constraint delivery_destination_check;
  drop index delivery_owed;
  drop index delivery_owed_alerts;
  alter table delivery rename column settled_at to completed_at;
  alter table delivery
    -- The row belongs to the process that leased it until this time; afterwards any process may lease it again.
    add column leased_until timestamptz,
    -- Null means that the delivery never expires.
    add column expires_at timestamptz,
    alter column status set default 'due';
  update delivery set status = 'due' where status = 'owed';
  update delivery set expires_at = created_at + case destination
      when 'mail' then interval '1 day'
      when 'receipt' then interval '7 days'
      when 'push' then interval '1 hour'
      else interval '3 minutes'
    end
    where status = 'due' and destination not in ('alerts', 'notifications');
  alter table delivery
    add constraint delivery_destination_check check (destination in
      ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'push', 'receipt')),
    add constraint delivery_status_check
      check (status in ('due', 'leased', 'sent', 'coalesced', 'expired', 'gave_up')),
    add constraint delivery_lease check ((status = 'leased') = (leased_until is not null)),
    add constraint delivery_completed check ((status in ('due', 'leased')) = (completed_at is null));

  -- These three indexes contain open deliveries only, so they stay small however many tips there are.
  create index delivery_open on delivery (destination, (coalesce(leased_until, due_at)))
    where status in ('due', 'leased');
  create index delivery_expiring on delivery (expires_at)
    where status in ('due', 'leased') and expires_at is not null;
  create index delivery_open_alerts on delivery (creator_uid)
    where status in ('due', 'leased') and destination = 'alerts';

  -- Completing an account mail deletes its row, so no later status is needed.
  alter table account_mail
    add column status text not null default 'due' check (status in ('due', 'leased')),
    add column leased_until timestamptz,
    add constraint account_mail_lease check ((status = 'leased') = (leased_until is not null));
  drop index account_mail_due;
  create index account_mail_open on account_mail ((coalesce(leased_until, due_at)));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
