/** The published rates that we use to estimate what a tip in another currency is worth. */
import { sql } from 'kysely'
import type { Currency } from '../../../contract/money/money.ts'
import type { Db } from '../../connection.ts'

/** How much of each currency is paid for one euro. */
export type RatesPerEuro = Partial<Record<Currency, number>>

export interface PublishedRates {
  /** The day (YYYY-MM-DD) of these rates. */
  day: string
  perEuro: RatesPerEuro
  /** Rates of currencies that no tip can be in, but VAT can be due in. */
  others?: Record<string, number>
}

/** How many days a published rate is used. The longest pause of the publisher, over Easter, takes five. */
const maxAgeDays = 14

/** Stores published rates, and keeps them by day. A rate of a later day stays the latest. */
export async function saveReferenceRates(db: Db, { day, perEuro, others }: PublishedRates): Promise<void> {
  await sql`
    with kept as (
      insert into published_rate (published_on, currency, per_euro)
      select ${day}::date, key, value::numeric from jsonb_each_text(${JSON.stringify({ ...others, ...perEuro })}::jsonb)
      on conflict (published_on, currency) do nothing
    )
    insert into reference_rate (currency, per_euro, published_on)
    select key, value::numeric, ${day}::date from jsonb_each_text(${JSON.stringify(perEuro)}::jsonb)
    on conflict (currency) do update set per_euro = excluded.per_euro, published_on = excluded.published_on, read_at = now()
    where reference_rate.published_on <= excluded.published_on
  `.execute(db)
}

/** Returns the rates that are not too old, by currency. */
export async function readReferenceRates(db: Db): Promise<RatesPerEuro> {
  const { rows } = await sql<{ currency: Currency; perEuro: number }>`/* prepared: read_reference_rates */
    select currency, per_euro::float8 as per_euro from reference_rate
    where published_on > (now() at time zone 'utc')::date - ${maxAgeDays}::integer
  `.execute(db)
  return Object.fromEntries(rows.map((row) => [row.currency, row.perEuro]))
}
