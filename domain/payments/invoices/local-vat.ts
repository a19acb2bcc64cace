/**
 * The VAT of an invoice in the currency of the country that it is due in. Directive 2006/112/EC, article 230: the amounts on an
 * invoice may be in any currency if the VAT is also in the national one, converted as article 91 says. Article 91(2), second
 * subparagraph (Directive 2010/45/EU): member states accept the latest rate that the European Central Bank has published when the
 * tax becomes chargeable, and currencies other than the euro are converted by their rates to it.
 * https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX%3A32010L0045
 */
import { isInEu } from '../../../contract/payments/countries.ts'
import { toMinorUnits, toUnits } from '../../../contract/money/minor-units.ts'
import type { Currency } from '../../../contract/money/currencies.ts'
import type { Db } from '../../../db/connection.ts'
import { findPublishedRate } from '../../../db/queries/payments/published-rates.ts'
import type { DatedRate } from '../../../db/queries/payments/published-rates.ts'

/** Member states without the euro: https://european-union.europa.eu/institutions-law-budget/euro/countries-using-euro_en. */
const ownCurrencies: Record<string, string> = {
  CZ: 'czk',
  DK: 'dkk',
  HU: 'huf',
  PL: 'pln',
  RO: 'ron',
  SE: 'sek',
  GB: 'gbp',
}
/** The bank gives its rates five or six digits. */
const digits = 7

/** What an invoice says in the currency of the VAT's country. Amounts have two decimals. */
export interface LocalVat {
  localCurrency: string
  localNetMinor: number
  localVatMinor: number
  /** How much of it is paid for one unit of the invoice's currency. */
  localRate: number
  /** The day (YYYY-MM-DD) of the rate. */
  localRateOn: string
}

/** The sums of an invoice with VAT, and the country whose VAT it is. */
export interface ChargedVat {
  currency: Currency
  totalMinor: number
  vatMinor: number
  country: string
}

/** Returns the currency that a country wants VAT in; undefined for countries outside the EU and the United Kingdom. */
export function localCurrencyOf(country: string): string | undefined {
  return ownCurrencies[country] ?? (isInEu(country) ? 'eur' : undefined)
}

/**
 * Converts the VAT of a month's fees. It becomes chargeable at the end of the month, as the fees are for a service that continues
 * (article 64(1)); a correction has the rate of the invoice that it corrects. Returns undefined if the invoice is in the country's
 * currency already. Throws while no rate is known: then the month stays open.
 */
export async function convertVat(
  db: Db,
  month: string,
  charged: ChargedVat,
  corrected: DatedRate | undefined,
): Promise<LocalVat | undefined> {
  const { currency, totalMinor, vatMinor, country } = charged
  const localCurrency = localCurrencyOf(country)
  if (localCurrency === undefined || localCurrency === currency) return undefined
  const found = corrected ?? (await findPublishedRate(db, { from: currency, to: localCurrency, month }))
  if (!found) throw new Error(`no rate of ${currency} in ${localCurrency} is known for ${month}`)
  const localRate = Number(found.rate.toPrecision(digits))
  const convert = (minor: number) => toMinorUnits(toUnits(minor, currency) * localRate, localCurrency)
  return {
    localCurrency,
    localNetMinor: convert(totalMinor - vatMinor),
    localVatMinor: convert(vatMinor),
    localRate,
    localRateOn: found.day,
  }
}
