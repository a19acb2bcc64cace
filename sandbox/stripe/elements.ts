/** Serves the stand-in for Stripe's browser script, and the calls that this script makes from shops' pages. */
import type { Request, Router } from 'express'
import * as z from 'zod'
import { type CardOutcome, findCard, testCards } from './cards.ts'
import type { StripeContext } from './context.ts'
import { isRegistered } from './domains.ts'
import { elementsScript } from './elements-script.ts'
import { intentView, failedChargeView } from './payment-wire.ts'
import { isUnpaid, setPayer, succeed } from './payments.ts'
import { bankProblem } from './checkout-page.ts'
import type { Intent } from './store.ts'
import { openDispute, openInquiry } from './disputes.ts'

/** Without an account, the shop's own one takes the payment. */
const account = z.string().optional()
const visit = z.object({ key: z.string(), account, host: z.string() })
const confirmation = z.object({
  key: z.string(),
  account,
  clientSecret: z.string(),
  wallet: z.enum(['apple_pay', 'google_pay']),
  number: z.string(),
  /** The amount and the currency of the page's Elements, which have to be those of the payment. */
  amount: z.coerce.number(),
  currency: z.string(),
  /** What the cardholder did when the bank asked for authentication. */
  authentication: z.enum(['passed', 'failed', '']),
  /** Whether the page's element has asked the wallet for the billing address. */
  givesAddress: z.stringbool(),
})
type Confirmation = z.output<typeof confirmation>

/** An error as Stripe's script returns it: https://docs.stripe.com/js/errors. */
interface ScriptError {
  type: 'card_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
}

/** The billing address in the wallet. The shop sees it at the charge, once its element has asked for it. */
const walletsAddress = {
  line1: '27 Fredrick Ave',
  line2: null,
  city: 'Brothers',
  state: '',
  postal_code: 'NR1 4DE',
  country: 'GB',
}

/** Adds the browser script at /stripe/js and its calls below. Pages of all origins may use them. */
export function addElements(router: Router, context: StripeContext): void {
  const cards = testCards.map(({ number, label }) => ({ number, label }))
  router.use('/stripe/js', (_request, response, next) => {
    response.set({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    })
    next()
  })
  router.get('/stripe/js', (_request, response) => {
    const config = { api: `${context.store.origin}/stripe/js`, cards, address: walletsAddress }
    response.type('application/javascript').send(`(${elementsScript})(${JSON.stringify(config)})\n`)
  })
  router.post('/stripe/js/session', (request, response) => void response.json(openSession(context, request)))
  router.post('/stripe/js/confirm', (request, response) => void response.json(confirm(context, request)))
}

/** Returns the wallets to offer, which are those of the visitor's device if the account has registered the page's domain. */
function openSession({ store }: StripeContext, { body }: Request) {
  const { key, account = store.own.id, host } = visit.parse(body)
  if (key !== store.app.publishableKey) return { error: invalid('Invalid API Key provided: pk_test_****') }
  const { isClosed = true, isDisconnected = true } = store.accounts[account] ?? {}
  if (isClosed || isDisconnected) return { error: invalid(`No such account: '${account}'`) }
  return { wallets: isRegistered(store, account, host) ? store.app.wallets : [] }
}

/** Pays a payment with the card in the wallet. `challenge` asks the cardholder to authenticate first. */
function confirm(context: StripeContext, { body }: Request) {
  const wanted = confirmation.parse(body)
  const intent = Object.values(context.store.intents).find(
    ({ clientSecret, account }) =>
      clientSecret === wanted.clientSecret && account === (wanted.account ?? context.store.own.id),
  )
  if (!intent || wanted.key !== context.store.app.publishableKey)
    return { error: invalid('No such payment_intent, or the client secret does not match it.') }
  const mismatch = findMismatch(intent, wanted)
  if (mismatch) return { error: invalid(mismatch) }
  if (wanted.givesAddress) intent.address = walletsAddress
  const answer = payByWallet(context, intent, wanted)
  if (answer === 'challenge') return { challenge: true }
  return answer ? { error: answer } : { paymentIntent: intentView(context.store, intent) }
}

/**
 * Pays with a card in a wallet. Returns `challenge` if the cardholder must authenticate first, the error if the card is declined, and
 * undefined on success.
 */
export function payByWallet(
  context: StripeContext,
  intent: Intent,
  { wallet, number, authentication }: Pick<Confirmation, 'wallet' | 'number' | 'authentication'>,
): ScriptError | 'challenge' | undefined {
  const card = findCard(number)!
  if (card.needsAuthentication && authentication === '') {
    intent.status = 'requires_action'
    context.store.save()
    return 'challenge'
  }
  const failure = authentication === 'failed' ? bankProblem : card.failure
  intent.wallet = wallet
  setPayer(intent, { email: 'fan@example.com', name: 'Alex Fan' }, number)
  if (failure) return decline(context, intent, failure)
  succeed(context, intent)
  if (card.contested === 'dispute') openDispute(context, intent)
  if (card.contested === 'inquiry') openInquiry(context, intent)
  return undefined
}

/** Stripe refuses a payment that is not what the page's Elements were set up for, or that is over. */
function findMismatch(intent: Intent, { amount, currency }: Confirmation): string | undefined {
  if (intent.amount !== amount)
    return `The provided amount (${amount}) does not match the expected amount (${intent.amount}).`
  if (intent.currency !== currency)
    return `The provided currency (${currency}) does not match the expected currency (${intent.currency}).`
  return isUnpaid(intent) ? undefined : `This PaymentIntent has a status of ${intent.status}.`
}

function decline({ store, webhooks }: StripeContext, intent: Intent, failure: CardOutcome): ScriptError {
  intent.failure = failure
  intent.status = 'requires_payment_method'
  store.save()
  webhooks.send('charge.failed', intent, failedChargeView(store, intent))
  const { code, declineCode, message } = failure
  return { type: 'card_error', code, ...(declineCode ? { decline_code: declineCode } : {}), message }
}

function invalid(message: string): ScriptError {
  return { type: 'invalid_request_error', message }
}
