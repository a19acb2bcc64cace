/** Checks whether an account can make a charge, for payments on Stripe's page and on shops' pages. */
import { invalid } from './api-error.ts'
import type { Account } from './store.ts'
import { balanceOf } from '../currencies.ts'
import { findAmountError } from './tariff.ts'

const amountErrors = {
  amount_too_small: 'The Checkout Session’s total amount is below the minimum charge.',
  amount_too_large: 'The total amount has more digits than Stripe charges.',
}

/** A fee needs a connected account or a destination. The message is Stripe's: https://github.com/Sylius/PayumStripe/issues/14. */
const noPlatform =
  'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).'

interface Charge {
  amount: number
  currency: string
  fee: number | undefined
  suffix: string | undefined
}

/** Throws Stripe's error if an account cannot make a charge; `names` are the parameters that the error names. */
export function requireCharge(
  account: Account,
  { amount, currency, fee, suffix }: Charge,
  names: { amount: string; fee: string; suffix: string },
): void {
  if (account.cardPayments !== 'active')
    throw invalid('Your account cannot currently make charges.', undefined, 'charge_not_allowed')
  const amountError = findAmountError(amount, currency, balanceOf(account.country))
  if (amountError) throw invalid(amountErrors[amountError], names.amount, amountError)
  if (suffix !== undefined && account.refusesSuffix)
    throw invalid('The statement descriptor suffix is not allowed.', names.suffix)
  if (fee !== undefined && account.isOwn) throw invalid(noPlatform, names.fee)
  if (fee !== undefined && (fee < 1 || fee > amount))
    throw invalid('The application fee cannot be greater than the amount of the charge.', names.fee)
}
