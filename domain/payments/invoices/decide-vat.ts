/** Decides on the VAT of the service that a creator gets from the platform. docs/platform-books.md cites the law. */
import { isInEu } from '../../../contract/payments/countries.ts'
import type { Seller, VatRule } from '../../../contract/payments/invoice.ts'
import { shareOf } from '../../../contract/money/money.ts'
import type { Invoicing } from '../../config/seller-config.ts'

/** What VAT depends on of a creator: nothing is known of one who entered no address. */
export interface TaxedBuyer {
  country: string
  /** Whether the creator has a VAT id that was found valid. */
  isBusiness: boolean
}

export interface Vat {
  rule: VatRule
  /** In hundredths of a percent. */
  rate: number
  /** The country whose VAT it is or, without VAT, the seller's. */
  country: string
}

/**
 * Decides by the countries of both, whether the creator is a business, and the configured rates. A creator without a known country counts
 * as a consumer in the seller's. A consumer in a country without a configured rate has the seller's if both are in the EU (below the
 * threshold of article 59c), and none otherwise.
 */
export function decideVat(
  { seller, vatRates }: Pick<Invoicing, 'vatRates'> & { seller: Pick<Seller, 'country' | 'vatId'> },
  buyer: TaxedBuyer | undefined,
): Vat {
  const country = buyer?.country ?? seller.country
  const none = { rate: 0, country: seller.country }
  if (!seller.vatId) return { rule: 'not_registered', ...none }
  if (country !== seller.country && buyer?.isBusiness)
    return { rule: hasReverseCharge(country) ? 'reverse_charge' : 'outside', ...none }
  const taxed =
    vatRates.has(country) || !isInEu(country) || !isInEu(seller.country) ? country : seller.country
  const rate = vatRates.get(taxed)
  return rate === undefined ? { rule: 'outside', ...none } : { rule: 'charged', rate, country: taxed }
}

/** Directive 2006/112/EC, article 196; in the United Kingdom section 8 of the Value Added Tax Act 1994. */
function hasReverseCharge(country: string): boolean {
  return isInEu(country) || country === 'GB'
}

/** Returns the VAT in an amount that includes it, rounded half up to a minor unit. */
export function vatIn(totalMinor: number, rate: number): number {
  return shareOf(totalMinor, rate, 10_000 + rate)
}
