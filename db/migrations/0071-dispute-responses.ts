/** What creators answered to disputes, exactly as it was sent to the provider. docs/disputes.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  create table dispute_response (
    id uuid primary key default gen_random_uuid(),
    dispute_id uuid not null references dispute (id),
    creator_uid uuid not null,
    kind text not null check (kind in ('evidence', 'acceptance')),
    -- The provider's own fields with their texts, as they were sent. Empty after an erasure.
    fields jsonb not null,
    status text not null default 'asked' check (status in ('asked', 'done', 'refused')),
    -- The provider's code for a refusal.
    issue text,
    created_at timestamptz not null default now(),
    settled_at timestamptz,
    check ((status = 'asked') = (settled_at is null)),
    check ((status = 'refused') = (issue is not null))
  );
  -- One answer per dispute. Only after a refusal may there be another one.
  create unique index dispute_response_once on dispute_response (dispute_id) where status <> 'refused';
  create index dispute_response_dispute on dispute_response (dispute_id, created_at);
  create index dispute_response_open on dispute_response (created_at) where status = 'asked';
  create index dispute_response_creator on dispute_response (creator_uid, created_at);

  create function dispute_response_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE'
      or (new.id, new.dispute_id, new.creator_uid, new.kind, new.created_at)
        is distinct from (old.id, old.dispute_id, old.creator_uid, old.kind, old.created_at)
      or (new.fields <> old.fields and new.fields <> '{}')
      or (old.status <> 'asked' and (new.status, new.settled_at) is distinct from (old.status, old.settled_at))
    then
      raise exception 'what was sent about a dispute is kept' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger dispute_response_kept before update or delete on dispute_response
    for each row execute function dispute_response_is_kept();

  alter table failed_work drop constraint failed_work_kind_check;
  alter table failed_work add constraint failed_work_kind_check
    check (kind in ('webhook', 'report', 'refund', 'response')) not valid;
  alter table failed_work validate constraint failed_work_kind_check;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
