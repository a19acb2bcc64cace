/**
 * Reads the reference rates of the European Central Bank, which are published on working days at about 16:00 CET "for information
 * purposes only". They estimate what a tip is worth until its provider has converted it, and are never booked. Invoices state VAT in
 * a national currency by them (`../invoices/local-vat.ts`).
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 */
import { Gauge } from 'prom-client'
import * as z from 'zod'
import { currency } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import type { PublishedRates, RatesPerEuro } from '../../../db/queries/payments/reference-rates.ts'

const timeoutMs = 10_000
/** The file has some 2 KB. */
const maxLength = 100_000

const publishedOn = new Gauge({
  name: 'brimful_reference_rates_timestamp_seconds',
  help: 'The day of the published exchange rates that were read last',
})

/** Reads and stores the latest rates. Throws when they cannot be read; the earlier ones stay. */
export async function readLatestRates({ db, url }: { db: Db; url: string }): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`the reference rates were answered with ${response.status}`)
  const rates = parseRates(await response.text())
  await saveReferenceRates(db, rates)
  publishedOn.set(Date.parse(rates.day) / 1000)
}

const published = z.coerce.number().positive()

/** Parses `eurofxref-daily.xml`. Throws when it is not that file. */
export function parseRates(xml: string): PublishedRates {
  const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  if (day === undefined || xml.length > maxLength) throw new Error('the reference rates are unreadable')
  const cubes = xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([\d.]+)['"]/g)
  const perEuro: RatesPerEuro = { eur: 1 }
  const others: Record<string, number> = {}
  for (const [, code = '', text] of cubes) {
    const [rate, known] = [published.safeParse(text), currency.safeParse(code.toLowerCase())]
    if (!rate.success) continue
    if (known.success) perEuro[known.data] = rate.data
    else others[code.toLowerCase()] = rate.data
  }
  if (Object.keys(perEuro).length === 1) throw new Error('the reference rates are unreadable')
  return { day, perEuro, others }
}
