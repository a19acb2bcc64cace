/** Invoices and credit notes that creators get about the service fee, and who is on them. */
import * as z from 'zod/mini'
import { failsWith } from '../check-error.ts'
import { countryCode, vatPrefixOf } from './countries.ts'
import { currency, minorUnits } from '../money/money.ts'
import { toAsciiDigits } from '../money/read-amount.ts'
import { shownName, withoutInvisible } from '../shown-name.ts'
import { toCopied, toStorable } from '../text.ts'

export const invoiceKind = z.enum(['invoice', 'credit_note'])
export type InvoiceKind = z.output<typeof invoiceKind>

/**
 * Why an invoice has the VAT that it has. `charged`: with VAT. `reverse_charge`: the creator owes it. `outside`: the service is
 * taxed in a country where the platform owes none. `not_registered`: the platform is not registered for VAT.
 */
export const vatRule = z.enum(['charged', 'reverse_charge', 'outside', 'not_registered'])
export type VatRule = z.output<typeof vatRule>

/** A month (UTC) as YYYY-MM. */
export const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

/** Who issues invoices. */
export const seller = z.object({
  name: z.string(),
  address: z.array(z.string()),
  country: countryCode,
  vatId: z.nullable(z.string()),
  email: z.string(),
})
export type Seller = z.output<typeof seller>

/** An invoice in a list. Amounts are in minor units of `currency`. */
export const invoice = z.object({
  id: z.uuid(),
  kind: invoiceKind,
  number: z.string(),
  month,
  /** The month whose fees a correction changes; null in other invoices. */
  correctedMonth: z.nullable(month),
  currency,
  /** With VAT. */
  total: minorUnits,
  vat: minorUnits,
  vatRule,
  /** The day of the issue (UTC), as YYYY-MM-DD. */
  issuedOn: z.string(),
})
export type Invoice = z.output<typeof invoice>

/**
 * Letters and digits of a VAT id, without spaces and punctuation; empty for none. Greece's begins with EL, and is also written with
 * the code of its country, GR: https://ec.europa.eu/taxation_customs/vies/#/faq. Switzerland's ends with the tax's name in one of its
 * languages: https://www.bfs.admin.ch/bfs/en/home/registers/enterprise-register/enterprise-identification.html.
 */
const vatId = z.string().check(
  z.overwrite((typed) =>
    toAsciiDigits(toCopied(typed))
      .replace(/[\s.\-/]/g, '')
      .toUpperCase()
      .replace(/^GR(?=\d)/, 'EL'),
  ),
  z.regex(/^([A-Z]{2}[A-Z0-9+*]{2,13}|CHE\d{9}(MWST|TVA|IVA))?$/, failsWith('invalid_vat_id')),
)

/** What a creator enters. The parts are on invoices, and on receipts if `isOnReceipts`. */
export const billingFields = {
  legalName: shownName(100).check(z.minLength(1, failsWith('invalid_empty'))),
  /** Lines, without what an invoice cannot show. */
  address: z.string().check(
    z.overwrite((lines) => withoutInvisible(lines).replace(/\t/g, ' ')),
    z.overwrite(toStorable),
    z.trim(),
    z.minLength(1, failsWith('invalid_empty')),
    z.maxLength(300),
  ),
  country: countryCode,
  vatId,
  isOnReceipts: z.boolean(),
}

export const billingDetails = z.object(billingFields).check(
  z.refine(({ vatId: id, country }) => id === '' || id.startsWith(vatPrefixOf(country)), {
    path: ['vatId'],
    error: 'invalid_vat_id',
  }),
)
export type BillingDetails = z.output<typeof billingDetails>
