/**
 * What a card's statement shows of a tip. It is the account's own prefix of up to 10 characters, `* `, and a suffix of each charge: up to
 * 22 characters together, Latin ones without < > \ ' " and *, with a letter in either part
 * (https://docs.stripe.com/get-started/account/statement-descriptors). Stripe refuses the whole payment for a suffix that breaks a rule
 * (https://github.com/woocommerce/woocommerce-gateway-stripe/pull/2961). Shops have met refusals that they did not
 * foresee (https://github.com/woocommerce/woocommerce-gateway-stripe/pull/2890), so an order whose suffix it refuses is opened without one.
 */
import Stripe from 'stripe'

/** What is left beside the longest prefix. */
const maxChars = 10

/** Returns the suffix for the first of the names that has a letter without its marks, such as `MIRA VALE`; undefined if none has. */
export function toStatementSuffix(names: readonly string[]): string | undefined {
  return names.map(toPlain).find((name) => /[A-Z]/.test(name))
}

/** Returns whether Stripe refused a call because of the suffix, and so did nothing. */
export function isSuffixRefused(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return error.param?.includes('statement_descriptor') ?? false
}

function toPlain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, ' ')
    .trim()
    .slice(0, maxChars)
    .trim()
    .toUpperCase()
}
