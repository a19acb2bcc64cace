/** What creators are told about disputes and inquiries, once each. docs/disputes.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  -- When the creator may have to be told something; null when nothing is left to tell. Decided disputes of before are not told.
  alter table dispute add column notice_due_at timestamptz;
  update dispute set notice_due_at = now() where status = 'open';
  alter table dispute alter column notice_due_at set default now();
  -- A dispute is told when it is booked.
  create index dispute_notice_due on dispute (notice_due_at) where notice_due_at is not null and applied_at is not null;

  create table dispute_notice (
    id uuid primary key default gen_random_uuid(),
    dispute_id uuid not null references dispute (id),
    uid uuid not null references account on delete cascade,
    -- A status that the dispute had, or 'due': its deadline was near.
    kind text not null check (kind in ('inquiry', 'inquiry_closed', 'open', 'won', 'lost', 'due')),
    -- The deadline; null when there was none or the dispute was over.
    respond_by timestamptz check (respond_by is not null or kind <> 'due'),
    created_at timestamptz not null default now(),
    read_at timestamptz
  );
  create unique index dispute_notice_once on dispute_notice (dispute_id, kind) where kind <> 'due';
  create unique index dispute_notice_due_once on dispute_notice (dispute_id, respond_by) where kind = 'due';
  create index dispute_notice_list on dispute_notice (uid, created_at desc);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
