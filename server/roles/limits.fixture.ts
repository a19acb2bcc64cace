/** The limits that a call declares but that no request of `server/roles.test.ts` reaches. */
import type { LimitName } from '../../contract/limits.ts'

const uploads: LimitName[] = ['account upload-try', 'account upload-net', 'account upload']
const declines: LimitName[] = [
  'order failed-network',
  'order failed-account',
  'order failed-order',
  'order failed-card',
  'order failed-creator',
  'order wait',
]
const ofOpening: LimitName[] = [
  'order failed-order',
  'order failed-card',
  'order proof',
  'order look-up',
  'order look-up-network',
]

/** By call, the limits of some requests only, such as those of a known device, with a right password or about a sign-up. */
export const uncountedLimits: Readonly<Record<string, readonly LimitName[]>> = {
  'POST account/google/finish': [
    'log-in device',
    'log-in pair',
    'log-in net',
    'log-in account',
    'log-in code',
    'log-in proof',
  ],
  'POST account/log-in': ['log-in device', 'log-in code', 'log-in proof'],
  'POST account/passkeys/log-in': ['log-in device', 'log-in net'],
  'POST account/send-receipt': ['account receipt-mail', 'account receipt-address', 'account link-net'],
  'POST account/sign-up/about-yourself': ['account code-mail', 'log-in proof'],
  'POST account/sign-up/resend-code': ['account code-mail', 'log-in proof'],
  'POST account/sign-up/select-profile-picture': uploads,
  'POST account/sign-up/verify-code': ['account code-guess', 'log-in proof'],
  'POST account/undo-change': ['account undo-code'],
  'POST paypal/capture-order/:orderId': ['order look-up-network', ...declines],
  'POST paypal/confirm-order/:orderId': ['order look-up', 'order look-up-network', ...declines],
  'POST paypal/create-order': ofOpening,
  'POST stripe/confirm-checkout-session/:sessionId': ['order look-up', 'order look-up-network', ...declines],
  'POST stripe/confirm-wallet-payment/:paymentId': ['order look-up-network', ...declines],
  'POST stripe/create-checkout-session': ofOpening,
  'POST stripe/create-wallet-payment': ofOpening,
}
