/**
 * What the own transactions of a dispute have taken, without fees, as its provider reports it. Disputes from before get the amount
 * that was booked for them: at PayPal the refund or reversal of a lost dispute takes its money, if one is known. docs/ledger.md.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = `
  alter table dispute add column taken_minor bigint check (taken_minor >= 0);
  update dispute d set taken_minor = case when d.status in ('open', 'lost') and d.provider = 'stripe' then d.amount_minor else 0 end
  where d.provider = 'stripe' or d.status = 'won' or (d.status = 'lost' and exists (
    select from provider_refund r where r.provider = d.provider and r.capture_id = d.capture_id and r.status = 'completed'
      and (r.kind = 'reversal' or r.occurred_at between d.opened_at and d.as_of)));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
