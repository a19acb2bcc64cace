/** Documents that creators attach to the evidence about disputes: docs/disputes.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  create table evidence_document (
    id uuid primary key default gen_random_uuid(),
    dispute_id uuid not null references dispute (id),
    is_inquiry boolean not null,
    creator_uid uuid not null,
    -- The response that it was sent with; null while it is only in the preview.
    response_id uuid unique references dispute_response (id),
    type text not null check (type in ('application/pdf', 'image/jpeg')),
    size integer not null check (size between 1 and 4000000),
    hash text not null check (length(hash) = 64),
    -- Null once the provider has it.
    content bytea check (length(content) = size),
    created_at timestamptz not null default now(),
    check (content is not null or response_id is not null)
  );
  -- The preview has one document.
  create unique index evidence_document_attached on evidence_document (dispute_id, is_inquiry) where response_id is null;
  create index evidence_document_creator on evidence_document (creator_uid);
  create index evidence_document_dispute on evidence_document (dispute_id);
  create index evidence_document_old on evidence_document (created_at) where response_id is null;
  -- A PDF or a JPEG does not get smaller by compressing it again.
  alter table evidence_document alter column content set storage external;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
