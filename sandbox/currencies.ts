/**
 * The currencies of the sandbox: what they are worth, and what each stand-in that handles money knows of them. The list of those
 * that PayPal takes: https://developer.paypal.com/docs/api/reference/currency-codes/. Stripe's: https://docs.stripe.com/currencies.
 */

export interface SandboxCurrency {
  /** How much of it is paid for one euro. Stripe's and PayPal's rates follow from it; the bank's differ, as they do outside. */
  perEuro: number
  /** The decimals of an amount in Stripe's API, and its largest amount in minor units; none: Stripe's stand-in does not charge it. */
  stripe?: { decimals: number; max: number }
  /** The decimals of an amount at PayPal, and the fixed part of its fee for sellers in the UK; none: PayPal does not take it. */
  paypal?: { decimals: number; fixedFee: number }
  /** Whether the European Central Bank publishes a rate. */
  isPublished?: false
  /** Only of currencies that an account's balance can be in. */
  balance?: Balance
}

/** What an account with a balance in a currency is charged, in minor units. */
export interface Balance {
  /** The country whose accounts have it. Those of all other countries have euros. */
  country: string
  /** What Stripe takes of a card payment, and after how many days the rest is available. */
  card: Price
  availableDays: number
  /** What Stripe takes of a bank debit, and the method that pays in this currency. */
  debit: Price & { method?: 'bacs_debit' | 'us_bank_account' }
  /**
   * Stripe's minimum charge. What is converted must come to as much:
   * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
   */
  minCharge: number
  /** What a dispute costs at Stripe, and at PayPal with its own fee for chargebacks. */
  disputes: { stripe: number; paypal: number; chargeback: number }
}

export interface Price {
  /** The share of the amount, in hundredths of a percent. */
  rate: number
  fixed: number
  min?: number
  max?: number
}

const stripe = { decimals: 2, max: 99_999_999 }
const paypal = { decimals: 2, fixedFee: 30 }
const both = { stripe, paypal }
/** PayPal's fee where the fixed part is not 30. */
const withFee = (fixedFee: number) => ({ stripe, paypal: { decimals: 2, fixedFee } })

/** The currencies by their codes in lower case. */
export const currencies: Readonly<Record<string, SandboxCurrency>> = {
  eur: {
    ...both,
    perEuro: 1,
    balance: {
      country: 'ie',
      card: { rate: 150, fixed: 25 },
      availableDays: 3,
      debit: { rate: 0, fixed: 35 },
      minCharge: 50,
      disputes: { stripe: 2000, paypal: 1400, chargeback: 1600 },
    },
  },
  usd: {
    ...both,
    perEuro: 1.1,
    balance: {
      country: 'us',
      card: { rate: 290, fixed: 30 },
      availableDays: 2,
      debit: { rate: 80, fixed: 0, max: 500, method: 'us_bank_account' },
      minCharge: 50,
      disputes: { stripe: 1500, paypal: 1500, chargeback: 2000 },
    },
  },
  gbp: {
    ...both,
    perEuro: 0.88,
    balance: {
      country: 'gb',
      card: { rate: 150, fixed: 20 },
      availableDays: 3,
      debit: { rate: 100, fixed: 0, min: 20, max: 200, method: 'bacs_debit' },
      minCharge: 30,
      disputes: { stripe: 2000, paypal: 1200, chargeback: 1400 },
    },
  },
  jpy: { perEuro: 165, stripe: { decimals: 0, max: 9_999_999_999 }, paypal: { decimals: 0, fixedFee: 40 } },
  huf: { perEuro: 396, stripe: { ...stripe, max: 9_999_999_999 }, paypal: { decimals: 0, fixedFee: 90 } },
  twd: { perEuro: 35, stripe, paypal: { decimals: 0, fixedFee: 30 }, isPublished: false },
  cad: { ...both, perEuro: 1.52 },
  aud: { ...both, perEuro: 1.7 },
  chf: { ...withFee(55), perEuro: 0.95 },
  sek: { ...withFee(325), perEuro: 11.2 },
  nok: { ...withFee(280), perEuro: 11.7 },
  dkk: { ...withFee(260), perEuro: 7.46 },
  pln: { ...withFee(135), perEuro: 4.3 },
  czk: { ...withFee(1000), perEuro: 24.8 },
  nzd: { ...withFee(45), perEuro: 1.86 },
  mxn: { ...withFee(400), perEuro: 20.4 },
  brl: { paypal, perEuro: 6 },
  cny: { paypal, perEuro: 7.9 },
  hkd: { paypal, perEuro: 8.6 },
  ils: { paypal, perEuro: 4.1 },
  myr: { paypal, perEuro: 4.9 },
  php: { paypal, perEuro: 64 },
  ron: { perEuro: 5.07 },
  rub: { paypal, perEuro: 105, isPublished: false },
  sgd: { paypal, perEuro: 1.44 },
  thb: { paypal, perEuro: 38 },
}

/** Returns what an account with a balance in this currency is charged; throws for a currency that no balance is in. */
export function balanceIn(currency: string): Balance {
  const balance = currencies[currency]?.balance
  if (!balance) throw new Error(`No account has a balance in ${currency}`)
  return balance
}

/** Returns the currency of the balance that accounts of a country have. */
export function balanceOf(country: string): string {
  const owned = Object.entries(currencies).find(
    ([, { balance }]) => balance?.country === country.toLowerCase(),
  )
  return owned?.[0] ?? 'eur'
}

/** Returns the price of one unit of `from` in `to`, before what a provider takes for converting; undefined without a rate of both. */
export function findRate(from: string, to: string): number | undefined {
  const [given, wanted] = [currencies[from], currencies[to]]
  return given && wanted && wanted.perEuro / given.perEuro
}
