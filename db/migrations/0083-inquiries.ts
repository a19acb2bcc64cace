/** Inquiries of banks about payments, which move no money and may become disputes. docs/disputes.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  alter table dispute drop constraint dispute_status_check;
  alter table dispute add constraint dispute_status_check
    check (status in ('inquiry', 'inquiry_closed', 'open', 'won', 'lost')) not valid;
  alter table dispute validate constraint dispute_status_check;
  create index dispute_unsettled on dispute (provider, dispute_id) where status in ('inquiry', 'open');
  drop index dispute_undecided;

  alter table dispute_response add column is_inquiry boolean not null default false;
  -- One answer to an inquiry, and one to the dispute that it may become.
  create unique index dispute_response_once_each on dispute_response (dispute_id, is_inquiry) where status <> 'refused';
  drop index dispute_response_once;

  create or replace function dispute_response_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE'
      or (new.id, new.dispute_id, new.is_inquiry, new.creator_uid, new.kind, new.created_at)
        is distinct from (old.id, old.dispute_id, old.is_inquiry, old.creator_uid, old.kind, old.created_at)
      or (new.fields <> old.fields and new.fields <> '{}')
      or (old.status <> 'asked' and (new.status, new.settled_at) is distinct from (old.status, old.settled_at))
    then
      raise exception 'what was sent about a dispute is kept' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
