/** Lists Stripe's published test cards and their outcomes. https://docs.stripe.com/testing */

export interface CardOutcome {
  code: string
  declineCode?: string
  message: string
}

export interface TestCard {
  number: string
  label: string
  /** Whether the bank asks the cardholder to authenticate first (3-D Secure). */
  needsAuthentication?: boolean
  failure?: CardOutcome
  /** What the cardholder's bank does right after the payment. */
  contested?: 'dispute' | 'inquiry'
}

const declined = (declineCode: string, message = 'Your card was declined.'): CardOutcome => ({
  code: 'card_declined',
  declineCode,
  message,
})

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', label: 'Succeeds' },
  { number: '4000002500003155', label: 'Asks for authentication (3-D Secure)', needsAuthentication: true },
  { number: '4000000000000002', label: 'Is declined', failure: declined('generic_decline') },
  {
    number: '4000000000009995',
    label: 'Has insufficient funds',
    failure: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4100000000000019',
    label: 'Is blocked as fraud',
    failure: declined('fraudulent'),
  },
  {
    number: '4000000000000069',
    label: 'Has expired',
    failure: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000119',
    label: 'Fails during processing',
    failure: { code: 'processing_error', message: 'An error occurred while processing your card.' },
  },
  { number: '4000000000000259', label: 'Is disputed', contested: 'dispute' },
  { number: '4000000000001976', label: 'Is asked about by the bank (inquiry)', contested: 'inquiry' },
]

/** Returns the test card with this number, ignoring spaces; undefined if there is none. */
export function findCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/\D/g, '')
  return testCards.find(({ number }) => number === digits)
}
