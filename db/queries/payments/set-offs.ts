/** What card payments that are under way will pay of the fees that a creator owes. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Trx } from '../../connection.ts'
import type { Mode } from '../../schema.ts'

/** Lets one transaction at a time plan what a creator's payments set off, until it ends. */
export async function lockSetOffs(trx: Trx, creatorUid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`set-off ${creatorUid}`}, 0))`.execute(trx)
}

/** Selects the sum of the set-offs of a creator's open orders, in minor units. Reads these orders by an index of their own. */
export function sumOfOpenSetOffs({
  creatorUid,
  mode,
  currency,
}: {
  creatorUid: string
  mode: Mode
  currency: Currency
}): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(set_off_minor), 0) from tip_order
    where creator_uid = ${creatorUid} and mode = ${mode} and currency = ${currency} and set_off_minor > 0
      and status in ('OPENING', 'CREATED', 'CLEARING'))`
}
