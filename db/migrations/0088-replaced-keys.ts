/** What a rotation of SECRETS_KEY needs: former keys of receipts' links, and the right to seal an invoice's buyer again. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- Keys that once signed receipts' links, sealed with a newer key. Links in old emails stay valid with them.
  create table receipt_key (
    id text primary key,
    sealed text not null,
    added_at timestamptz not null default now()
  );

  -- Only the role that owns the schema may replace a sealed buyer, and nothing else of the row.
  create or replace function invoice_buyer_is_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and new.invoice_id = old.invoice_id and new.keep_until = old.keep_until
      and (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = tg_relid) then
      return new;
    end if;
    if tg_op <> 'DELETE' or old.keep_until > (now() at time zone 'utc')::date then
      raise exception 'the buyer of an invoice is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
