/** Adds the control endpoints of the Stripe stand-in, for tests and seed data. */
import type { Router } from 'express'
import * as z from 'zod'
import { performAction } from '../actions.ts'
import { addControl, addFaultControls, ControlError, forgetKeys } from '../control.ts'
import { addWebhookControls, showEvents } from '../webhooks.ts'
import { changeAccount } from './accounts.ts'
import { findCard, testCards } from './cards.ts'
import { payByWallet } from './elements.ts'
import { faultNames, operations, type StripeFaults } from './faults.ts'
import { paymentActions } from './payment-actions.ts'
import type { StripeContext } from './context.ts'
import { expireSession, isUnpaid, payByBank, payByCard } from './payments.ts'
import { payOut } from './payouts.ts'
import { type Account, makeAccount, type Store } from './store.ts'

const accountSchema = z.object({
  email: z.email(),
  country: z.string().length(2).optional(),
  cardPayments: z.enum(['active', 'pending', 'restricted', 'unsupported']).optional(),
  isClosed: z.boolean().optional(),
  isDisconnected: z.boolean().optional(),
  refusesSuffix: z.boolean().optional(),
})
const paySchema = z.object({
  sessionId: z.string(),
  way: z.enum(['card', 'bank', 'expire']).default('card'),
  number: z.string().default('4242424242424242'),
  email: z.email().default('fan@example.com'),
  name: z.string().default('Alex Fan'),
})
const actSchema = z.object({
  intentId: z.string(),
  act: z.enum(Object.keys(paymentActions)),
  amount: z.int().min(1).optional(),
})

const walletPaySchema = z.object({
  paymentId: z.string(),
  wallet: z.enum(['apple_pay', 'google_pay']).default('google_pay'),
  number: z.string().default('4242424242424242'),
  authentication: z.enum(['passed', 'failed', '']).default(''),
})
const walletsSchema = z.object({ wallets: z.array(z.enum(['apple_pay', 'google_pay'])) })

const payoutSchema = z.object({ account: z.string(), days: z.int().min(0).max(30).default(0) })

const failSchema = z.object({ payoutId: z.string() })

/** Adds the routes of /stripe/control. */
export function addControls(router: Router, context: StripeContext, faults: StripeFaults): void {
  const { store, webhooks } = context
  router.get('/stripe/control/state', (_request, response) => void response.json(showState(store, faults)))
  addWebhookControls(router, '/stripe/control', store, webhooks, (url, events) =>
    Object.assign(store.app, { webhookUrl: url, destinationUrl: url, webhookEvents: events }),
  )
  addFaultControls(router, '/stripe/control/faults', faults, {
    operations,
    names: faultNames,
    delayMs: 20_000,
    clear: 'DELETE path',
  })
  addControl(router, '/stripe/control/accounts', accountSchema, (account) => putAccount(context, account))
  addControl(router, '/stripe/control/pay', paySchema, (payment) => pay(context, payment))
  addControl(router, '/stripe/control/pay-wallet', walletPaySchema, (payment) => payWallet(context, payment))
  addControl(router, '/stripe/control/wallets', walletsSchema, ({ wallets }) => {
    store.app.wallets = wallets
    store.save()
    return { wallets }
  })
  addControl(router, '/stripe/control/forget-keys', z.object({}), () => forgetKeys(store))
  addControl(router, '/stripe/control/payout', payoutSchema, (wanted) => makePayout(store, wanted))
  addControl(router, '/stripe/control/fail-payout', failSchema, (wanted) => failPayout(store, wanted))
  addControl(router, '/stripe/control/act', actSchema, ({ intentId, act, amount }) => {
    const intent = store.intents[intentId]
    if (!intent || !performAction(paymentActions, act, context, intent, amount))
      throw new ControlError('There is no payment that this can be done to.')
    return { intentId, status: intent.status }
  })
}

/** Creates an account that accepts cards, or updates the one with this email address. */
function putAccount(context: StripeContext, wanted: z.infer<typeof accountSchema>): Account {
  const { accounts, save } = context.store
  const known = Object.values(accounts).find(({ email }) => email === wanted.email)
  if (known) {
    const isNew = Object.entries(wanted).some(([name, value]) => Reflect.get(known, name) !== value)
    if (isNew) changeAccount(context, known, wanted)
    return known
  }
  const account = makeAccount(wanted)
  accounts[account.id] = account
  save()
  return account
}

/** Pays out the whole balance of an account, including what is not available yet, and dates the payout this many days back. */
function makePayout(store: Store, { account, days }: z.infer<typeof payoutSchema>) {
  const payout = payOut(store, account, true)
  if (!payout) throw new ControlError('There is nothing to pay out.')
  payout.created -= days * 86_400
  payout.arrivalDate -= days * 86_400
  store.save()
  return payout
}

/** Makes the bank return a payout, even one that was already reported as paid. */
function failPayout(store: Store, { payoutId }: z.infer<typeof failSchema>) {
  const payout = store.payouts[payoutId]
  if (!payout) throw new ControlError('There is no such payout.')
  payout.isFailed = true
  store.save()
  return payout
}

/** Pays or expires an open session, as the payer or time would. */
function pay(context: StripeContext, { sessionId, way, number, ...payer }: z.infer<typeof paySchema>) {
  const session = context.store.sessions[sessionId]
  if (session?.status !== 'open') throw new ControlError('There is no such open session.')
  if (way === 'expire') expireSession(context, session)
  if (way === 'bank') payByBank(context, session, payer)
  if (way === 'card') {
    const card = testCards.find((one) => one.number === number)
    if (!card) throw new ControlError('There is no such test card.')
    payByCard(context, session, card, payer)
  }
  return { sessionId, status: session.status, intentId: session.intentId ?? null }
}

/** Pays an open payment with a wallet, as the supporter would on the shop's page. */
function payWallet(context: StripeContext, { paymentId, ...how }: z.infer<typeof walletPaySchema>) {
  const intent = context.store.intents[paymentId]
  if (!intent?.clientSecret || !isUnpaid(intent)) throw new ControlError('There is no such open payment.')
  if (!findCard(how.number)) throw new ControlError('There is no such test card.')
  payByWallet(context, intent, how)
  return { paymentId, status: intent.status }
}

function showState({ app, events, ...stored }: Store, faults: StripeFaults): object {
  const { webhookUrl, webhookEvents, destinationUrl, destinationEvents, hookMode } = app
  const { accounts, sessions, intents, refunds, disputes, files, transactions, applicationFees, domains } =
    stored
  return {
    app: { webhookUrl, webhookEvents, destinationUrl, destinationEvents, hookMode },
    accounts,
    sessions,
    intents,
    refunds,
    disputes,
    files,
    transactions,
    applicationFees,
    domains,
    events: showEvents(events),
    faults: faults.list(),
  }
}
