/** Makes every Stripe call of the product, through a recorder, and collects the stand-in's webhooks. */
import type { Control } from '../../../sandbox/stand-in.fixture.ts'
import type { PaidSession } from '../../../sandbox/stripe/stripe.fixture.ts'
import { configFor } from '../../config/config.fixture.ts'
import type { StripeConfig } from '../../config/config.ts'
import type { AccountGateway } from '../provider/account-gateway.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import { keyOf, mustFail, openRecording, orderFor, refundOf } from '../scenario.fixture.ts'
import { openStripe } from './provider.ts'
import { listStripeWebhooks, registerStripeWebhooks } from './registration.ts'

export type StripePlay = Awaited<ReturnType<typeof playStripe>>

interface Stage {
  config: StripeConfig
  gateway: PaymentProvider
  accounts: AccountGateway
  tell: Control
  /** A creator's account that accepts cards. */
  payeeId: string
}

const publicUrl = 'https://brimful.example'
const pages = { returnUrl: `${publicUrl}/back`, refreshUrl: `${publicUrl}/again` }

export async function playStripe() {
  const recording = await openRecording('stripe')
  const { tell } = recording
  const config = configFor({ ...recording.env, STRIPE_API_URL: recording.url }).stripe!
  const gateway = openStripe(config, publicUrl)
  const { accounts } = gateway
  const payeeId = await connect(accounts, tell)
  const stage = { config, gateway, accounts, tell, payeeId }

  await payAndRefund(stage)
  await convert(stage)
  await payByBank(stage)
  await payByWallet(stage)
  await dispute(stage)
  await refuse(stage)
  await leave(stage)
  await recording.waitForWebhooks()
  await replaceWebhooks(config)

  return { ...recording, config }
}

/** Replaces the webhooks by others for the same address, as a setup does that knows no secret. */
async function replaceWebhooks(config: StripeConfig): Promise<void> {
  const { endpoints } = await listStripeWebhooks(config)
  await registerStripeWebhooks(config, { url: endpoints[0]!.url }, {})
}

/** Opens an account, repeats the request, and completes the account on Stripe's page until it accepts cards. */
async function connect(accounts: AccountGateway, tell: Control): Promise<string> {
  const account = {
    uid: 'creator-1',
    email: 'ada@example.com',
    displayName: 'Ada',
    session: 'one',
    country: 'gb',
  }
  const { payeeId: id } = await accounts.openAccount!(account, undefined)
  await accounts.openAccount!(account, undefined)
  await accounts.startOnboarding!(id, account, pages)
  for (const cardPayments of ['restricted', 'active']) {
    await accounts.find!(id)
    await tell('accounts', { email: account.email, cardPayments })
  }
  const found = await accounts.find!(id)
  if (found?.state !== 'ready') throw new Error('the account is not ready')
  return id
}

/**
 * Makes one payment with a declined and then a valid card. Refunds a part through us, and the remaining part on Stripe's own site.
 */
async function payAndRefund({ gateway, tell, payeeId }: Stage): Promise<void> {
  const order = orderFor(payeeId)
  const { providerOrderId: sessionId } = await gateway.openOrder(order)
  await gateway.openOrder(orderFor(payeeId, { splitFeeMinor: 0 }))
  await gateway.findOutcome(keyOf(sessionId, payeeId))
  await tell('pay', { sessionId, number: '4000000000000002' })
  await gateway.findOutcome(keyOf(sessionId, payeeId))
  const { intentId } = await tell<PaidSession>('pay', { sessionId })
  if ((await gateway.findOrderId!(intentId!, payeeId)) !== order.id) throw new Error('another order was paid')
  if (await gateway.findRecord!(intentId!, payeeId)) throw new Error('a record came before the capture')
  const refund = refundOf(intentId!, payeeId, { amountMinor: 200, platformFeeMinor: 10 })
  await gateway.refundCapture(refund)
  await gateway.refundCapture(refund)
  await mustFail(gateway.refundCapture(refundOf(intentId!, payeeId, { amountMinor: 501 })))
  await tell('act', { intentId, act: 'refund' })
  const record = await gateway.findRecord!(intentId!, payeeId)
  if (record?.feeRefunds.length !== 1) throw new Error('the fee was not refunded once')
  const { refunds } = await gateway.findPayment(keyOf(sessionId, payeeId))
  if (refunds.length !== 2) throw new Error(`${refunds.length} refunds were found`)
}

/** Makes a payment in yen, which Stripe converts to pounds, and refunds a part of it. */
async function convert({ gateway, tell, payeeId }: Stage): Promise<void> {
  const yen = { currency: 'jpy', chargedMinor: 1_500, splitFeeMinor: 75 } as const
  const { providerOrderId: sessionId } = await gateway.openOrder(orderFor(payeeId, yen))
  const { intentId } = await tell<PaidSession>('pay', { sessionId })
  const refund = { currency: 'jpy', amountMinor: 500, platformFeeMinor: 25 } as const
  await gateway.refundCapture(refundOf(intentId!, payeeId, refund))
  await gateway.findRecord!(intentId!, payeeId)
  const record = await gateway.findRecord!(intentId!, payeeId)
  if (record?.converted?.currency !== 'gbp') throw new Error('it was not converted')
}

/** Makes two bank payments, of which one arrives and one fails, and lets a third page expire. */
async function payByBank({ gateway, tell, payeeId }: Stage): Promise<void> {
  for (const act of ['clear', 'fail']) {
    const { providerOrderId: sessionId } = await gateway.openOrder(orderFor(payeeId))
    const { intentId } = await tell<PaidSession>('pay', { sessionId, way: 'bank' })
    await gateway.findOutcome(keyOf(sessionId, payeeId))
    await tell('act', { intentId, act })
    await gateway.findOutcome(keyOf(sessionId, payeeId))
  }
  const { providerOrderId: sessionId } = await gateway.openOrder(orderFor(payeeId))
  await tell('pay', { sessionId, way: 'expire' })
  await gateway.findOutcome(keyOf(sessionId, payeeId))
}

/**
 * Registers the pages' domain twice and one that cannot be verified, pays by wallet with a declined and then a valid card, and cancels
 * another payment. A paid one cannot be canceled.
 */
async function payByWallet({ gateway, accounts, tell, payeeId }: Stage): Promise<void> {
  const { hostname } = new URL(publicUrl)
  const problems = [
    await accounts.registerDomain!(payeeId, hostname),
    await accounts.registerDomain!(payeeId, hostname),
    await accounts.registerDomain!(payeeId, `unverified.${hostname}`),
  ]
  if (problems.findIndex(Boolean) !== 2) throw new Error(`the domains have ${problems.join()}`)
  await mustFail(accounts.registerDomain!(payeeId, 'no domain'))

  const order = orderFor(payeeId, { isWallet: true })
  const { providerOrderId: paymentId, clientSecret } = await gateway.openOrder(order)
  if (!clientSecret) throw new Error('there is no secret')
  await tell('pay-wallet', { paymentId, number: '4000000000000002' })
  await gateway.findOutcome(keyOf(paymentId, payeeId))
  await tell('pay-wallet', { paymentId })
  if ((await gateway.findOutcome(keyOf(paymentId, payeeId))).kind !== 'captured')
    throw new Error('it is unpaid')
  await gateway.closeOrder!(keyOf(paymentId, payeeId))
  await gateway.refundCapture(refundOf(paymentId, payeeId, { amountMinor: 200, platformFeeMinor: 10 }))

  const unpaid = await gateway.openOrder(orderFor(payeeId, { isWallet: true, splitFeeMinor: 0 }))
  await gateway.closeOrder!(keyOf(unpaid.providerOrderId, payeeId))
  if ((await gateway.findOutcome(keyOf(unpaid.providerOrderId, payeeId))).kind !== 'expired')
    throw new Error('it is not canceled')
}

/** Disputes two payments, of which one dispute is lost and the other won. Refunds fail while a dispute is open. */
async function dispute(stage: Stage): Promise<void> {
  const { gateway, tell, payeeId } = stage
  for (const act of ['dispute-lost', 'dispute-won']) {
    const { providerOrderId: sessionId } = await gateway.openOrder(orderFor(payeeId))
    const { intentId } = await tell<PaidSession>('pay', { sessionId })
    await tell('act', { intentId, act: 'dispute' })
    await mustFail(gateway.refundCapture(refundOf(intentId!, payeeId)))
    await gateway.listDisputes(payeeId, new Date(0))
    await tell('act', { intentId, act })
  }
  const disputes = await gateway.listDisputes(payeeId, new Date(0))
  if (disputes.length !== 2) throw new Error(`${disputes.length} disputes were found`)
  const [won] = disputes
  if ((await gateway.findDispute(won!.disputeId, payeeId))?.status !== 'won')
    throw new Error('it was not won')
  await mustFail(gateway.findDispute('du_unknown', payeeId))
  const { transactions } = await gateway.listTransactions!(
    payeeId,
    new Date(0),
    new Date(Date.now() + 60_000),
  )
  const found = new Set(transactions.map(({ kind }) => kind))
  if (found.size !== 3) throw new Error(`only ${[...found].join()} were listed`)
  await answerDisputes(stage)
  await askAbout(stage)
  await payOut(stage)
}

/** Answers two disputes, one with evidence and one by accepting it. Stripe takes each answer once. */
async function answerDisputes({ gateway, tell, payeeId }: Stage): Promise<void> {
  for (const kind of ['evidence', 'acceptance']) {
    const { providerOrderId: sessionId } = await gateway.openOrder(orderFor(payeeId))
    const { intentId } = await tell<PaidSession>('pay', { sessionId })
    await tell('act', { intentId, act: 'dispute' })
    const disputes = await gateway.listDisputes(payeeId, new Date(0))
    const { disputeId } = disputes.find(({ captureId }) => captureId === intentId)!
    const fields = { product_description: 'A tip', uncategorized_text: 'Shown on the stream.' }
    const send = (content = Buffer.from('%PDF-1.7\n%%EOF')) => {
      const key = { disputeId, payeeId, id: crypto.randomUUID() }
      const document = { type: 'application/pdf', content } as const
      return kind === 'evidence'
        ? gateway.responses.submitEvidence({ ...key, fields, document })
        : gateway.responses.acceptDispute(key)
    }
    if (kind === 'evidence') await mustFail(send(Buffer.from('MZ')))
    await send()
    await mustFail(send())
    await gateway.responses.findState(disputeId, payeeId)
  }
}

/** Answers an inquiry that becomes a dispute all the same, and refunds another one. An inquiry cannot be accepted. */
async function askAbout({ gateway, tell, payeeId }: Stage): Promise<void> {
  for (const isRefunded of [false, true]) {
    const { providerOrderId: sessionId } = await gateway.openOrder(orderFor(payeeId))
    const { intentId } = await tell<PaidSession>('pay', { sessionId, number: '4000000000001976' })
    const [inquiry] = await gateway.listDisputes(payeeId, new Date(0))
    const { disputeId } = inquiry!
    const find = async () => (await gateway.responses.findState(disputeId, payeeId))?.dispute?.status
    if ((await find()) !== 'inquiry') throw new Error('it is no inquiry')
    const key = () => ({ disputeId, payeeId, id: crypto.randomUUID() })
    await mustFail(gateway.responses.acceptDispute(key()))
    if (isRefunded) await gateway.refundCapture(refundOf(intentId!, payeeId, { amountMinor: 700 }))
    else {
      const answer = () =>
        gateway.responses.submitEvidence({ ...key(), fields: { product_description: 'A tip' } })
      await answer()
      await tell('act', { intentId, act: 'escalate' })
      await answer()
    }
    const expected = isRefunded ? 'inquiry_closed' : 'open'
    if ((await find()) !== expected) throw new Error(`it is not ${expected}`)
  }
}

/** Makes a payout to the bank, and lists the transactions in it. */
async function payOut({ gateway, tell, payeeId }: Stage): Promise<void> {
  const large = orderFor(payeeId, { chargedMinor: 200_00, splitFeeMinor: 10_00 })
  const { providerOrderId: sessionId } = await gateway.openOrder(large)
  await tell('pay', { sessionId })
  const { id } = await tell<{ id: string }>('payout', { account: payeeId })
  const [payout] = await gateway.listPayouts!(payeeId, new Date(0))
  const held = await gateway.listPaidOut!(payeeId, id)
  if (payout?.payoutId !== id || held.length < 4) throw new Error('the payout was not found')
  await mustFail(gateway.listPaidOut!(payeeId, 'po_unknown'))
}

/** Makes calls that Stripe refuses, calls about unknown ids, and calls whose first attempt fails. */
async function refuse({ config, gateway, accounts, tell, payeeId }: Stage): Promise<void> {
  const nowhere = 'acct_unknown'
  await mustFail(
    gateway.openOrder(orderFor(payeeId, { chargedMinor: 1, splitFeeMinor: 0 })),
    gateway.openOrder(orderFor(payeeId, { splitFeeMinor: 701 })),
    gateway.openOrder(orderFor(payeeId, { splitFeeMinor: 701, isWallet: true })),
    gateway.openOrder(orderFor(nowhere)),
    gateway.findOutcome(keyOf('cs_test_unknown', nowhere)),
    gateway.refundCapture(refundOf('pi_unknown', payeeId)),
    accounts.startOnboarding!(nowhere, { uid: '', email: '', displayName: '', session: '' }, pages),
    openStripe({ ...config, secretKey: 'sk_test_wrong' }, publicUrl).openOrder(orderFor(payeeId)),
  )
  await gateway.findOutcome(keyOf('cs_test_unknown', payeeId))
  await gateway.findOrderId!('pi_unknown', payeeId)
  await accounts.find!(nowhere)
  await tell('faults', { operation: 'get', fault: 'status-500' })
  await gateway.listDisputes(payeeId, new Date())
}

/** One creator closes the account, and another one disconnects the platform. */
async function leave({ gateway, tell }: Stage): Promise<void> {
  const { id } = await tell<{ id: string }>('accounts', { email: 'bob@example.com' })
  await tell('accounts', { email: 'bob@example.com', isDisconnected: true })
  await mustFail(gateway.openOrder(orderFor(id)))
  await tell('accounts', { email: 'ada@example.com', isClosed: true })
}
