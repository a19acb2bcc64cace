/** Unfinished sign-ups, and emails that are still to be sent to accounts. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = `
  create table pending_sign_up (
    token_hash bytea primary key,
    email text not null check (length(email) <= 254),
    password_hash text not null,
    name text not null check (length(name) between 1 and 50),
    account_type smallint check (account_type in (1, 2)),
    currency text check (currency in ('usd', 'gbp')),
    -- Only one sign-up at a time can reserve a name. Whether an account has it is decided by the unique key of table account.
    user_name text unique check (user_name ~ '^[a-z0-9_]{3,30}$'),
    image text,
    display_name text not null check (length(display_name) between 1 and 50),
    bio text not null default '' check (length(bio) <= 1000),
    is_described boolean not null default false,
    code_mac bytea,
    code_attempts integer not null default 0 check (code_attempts between 0 and 5),
    code_sent_at timestamptz,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index pending_sign_up_expires on pending_sign_up (expires_at);

  -- An email is stored until it is sent, refused or too late. Then its row is deleted, and the address with it.
  create table account_mail (
    id uuid primary key,
    kind text not null,
    email text not null,
    -- The values of the email besides its kind: codes and links, sealed.
    values_sealed text not null,
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index account_mail_due on account_mail (due_at);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
