/** Disputes, creators' responses to them, and the notices that creators get about them. */
export const disputes = `
  create table dispute (
    id uuid not null default gen_random_uuid() unique,
    provider short_code not null,
    dispute_id text not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    status text not null check (status in ('inquiry', 'inquiry_closed', 'open', 'won', 'lost')),
    amount_minor bigint not null check (amount_minor > 0),
    currency currency_code not null,
    -- What the provider charges for the dispute itself, according to the latest report.
    provider_fee_minor bigint not null default 0 check (provider_fee_minor >= 0),
    reason text not null default '',
    respond_by timestamptz,
    opened_at timestamptz not null,
    as_of timestamptz not null,
    applied_at timestamptz,
    -- When the creator may have to be told something; null when nothing is left to tell.
    notice_due_at timestamptz default now(),
    taken_minor bigint check (taken_minor >= 0),
    primary key (provider, dispute_id)
  );
  create index dispute_capture on dispute (provider, capture_id);
  create index dispute_open on dispute (provider, capture_id) where applied_at is null;
  create index dispute_unsettled on dispute (provider, dispute_id) where status in ('inquiry', 'open');
  -- A dispute is told when it is booked.
  create index dispute_notice_due on dispute (notice_due_at) where notice_due_at is not null and applied_at is not null;

  create trigger unmatched_payment_reopened after insert or update of status on dispute
  for each row execute function reopen_unmatched_payment();

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
    is_inquiry boolean not null default false,
    check ((status = 'asked') = (settled_at is null)),
    check ((status = 'refused') = (issue is not null))
  );
  create index dispute_response_dispute on dispute_response (dispute_id, created_at);
  create index dispute_response_open on dispute_response (created_at) where status = 'asked';
  create index dispute_response_creator on dispute_response (creator_uid, created_at);
  -- One answer to an inquiry, and one to the dispute that it may become.
  create unique index dispute_response_once_each on dispute_response (dispute_id, is_inquiry) where status <> 'refused';

  create table dispute_notice (
    id uuid primary key default gen_random_uuid(),
    dispute_id uuid not null references dispute (id),
    uid uuid not null references account on delete cascade,
    -- A status that the dispute had, or 'due': its deadline was near.
    kind text not null check (kind in ('inquiry', 'inquiry_closed', 'open', 'won', 'lost', 'due')),
    -- The deadline; null when there was none or the dispute was over.
    respond_by timestamptz,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    check (respond_by is not null or kind <> 'due')
  );
  create unique index dispute_notice_once on dispute_notice (dispute_id, kind) where kind <> 'due';
  create unique index dispute_notice_due_once on dispute_notice (dispute_id, respond_by) where kind = 'due';
  create index dispute_notice_list on dispute_notice (uid, created_at desc);

  create table evidence_document (
    id uuid primary key default gen_random_uuid(),
    dispute_id uuid not null references dispute (id),
    is_inquiry boolean not null,
    creator_uid uuid not null,
    -- The response that it was sent with; null while it is only in the preview.
    response_id uuid unique references dispute_response,
    type text not null check (type in ('application/pdf', 'image/jpeg')),
    size integer not null check (size between 1 and 4000000),
    hash text not null check (length(hash) = 64),
    -- Null once the provider has it.
    content bytea,
    created_at timestamptz not null default now(),
    check (length(content) = size),
    check (content is not null or response_id is not null)
  );
  -- A PDF or a JPEG does not get smaller by compressing it again.
  alter table evidence_document alter column content set storage external;
  -- The preview has one document.
  create unique index evidence_document_attached on evidence_document (dispute_id, is_inquiry) where response_id is null;
  create index evidence_document_creator on evidence_document (creator_uid);
  create index evidence_document_dispute on evidence_document (dispute_id);
  create index evidence_document_old on evidence_document (created_at) where response_id is null;

  create function dispute_response_is_kept() returns trigger language plpgsql as $$
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

  create trigger dispute_response_kept before update or delete on dispute_response
  for each row execute function dispute_response_is_kept();
`
