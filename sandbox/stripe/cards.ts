/** Stripe's published test cards, and what each of them does. https://docs.stripe.com/testing */

export interface CardOutcome {
  code: string
  declineCode?: string
  message: string
}

export interface TestCard {
  number: string
  label: string
  /** The bank asks the cardholder first (3-D Secure). */
  asksFirst?: boolean
  failure?: CardOutcome
}

const declined = (declineCode: string, message = 'Your card was declined.'): CardOutcome => ({
  code: 'card_declined',
  declineCode,
  message,
})

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', label: 'is paid' },
  { number: '4000002500003155', label: 'asks the cardholder first (3-D Secure)', asksFirst: true },
  { number: '4000000000000002', label: 'is declined', failure: declined('generic_decline') },
  {
    number: '4000000000009995',
    label: 'has too little on it',
    failure: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4100000000000019',
    label: 'is blocked as fraud',
    failure: declined('fraudulent'),
  },
  {
    number: '4000000000000069',
    label: 'has expired',
    failure: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000119',
    label: 'fails while being processed',
    failure: { code: 'processing_error', message: 'An error occurred while processing your card.' },
  },
]

/** The card of a number as typed; any other number is none that is known here. */
export function findCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/\D/g, '')
  return testCards.find(({ number }) => number === digits)
}
