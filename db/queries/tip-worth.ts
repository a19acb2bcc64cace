/** What tips are worth in the currency that their creator is paid in, as SQL. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { tipWorth } from '../../contract/entities.ts'
import type { TipWorth } from '../../contract/payments/tip.ts'

type ShownWorth = z.output<typeof tipWorth>

/** Returns the worth of a tip in another currency than its creator's as JSON; null for the others. `of` is a row of `tip`. */
export function worthOf(of: RawBuilder<unknown>): RawBuilder<TipWorth | null> {
  return sql`case when ${of}.worth_currency is not null
    then jsonb_build_object('amountMinor', ${of}.worth_minor, 'currency', ${of}.worth_currency) end`
}

/** Returns the same as its creator is shown it. */
export function shownWorthOf(of: RawBuilder<unknown>): RawBuilder<ShownWorth | null> {
  return sql`case when ${of}.worth_currency is not null then jsonb_build_object('amount', ${of}.worth_minor,
    'currency', ${of}.worth_currency, 'isEstimate', ${of}.worth_recorded_at is null) end`
}
