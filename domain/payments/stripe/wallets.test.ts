/** Tips that are paid with Apple Pay or Google Pay on our own page. */
import { expect, test } from 'vitest'
import { findWalletPayee } from '../../../db/queries/payments/wallet-domains.ts'
import { buildGoal, buildSupporter } from '../../../db/builders.fixture.ts'
import { savePayoutAccount } from '../../../db/queries/payments/payout-accounts.ts'
import { later } from '../checkout.fixture.ts'
import { captureOrder } from '../orders/capture-order.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { registerDomains } from '../payouts/register-domains.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { openStripeCheckout } from './checkout.fixture.ts'

const domain = 'brimful.test'

async function openWalletCheckout() {
  const checkout = await openStripeCheckout()
  return {
    ...checkout,
    open: (request: Parameters<typeof checkout.open>[0] = {}) =>
      checkout.open({ isWallet: true, ...request }),
    payWallet: (paymentId: string, how: { number?: string; authentication?: string } = {}) =>
      checkout.standIn.control('pay-wallet', { paymentId, ...how }),
    capture: (paymentId: string) =>
      captureOrder(checkout.ctx, 'stripe', { providerOrderId: paymentId, address: '' }),
    walletPayee: (at = domain) => findWalletPayee(checkout.db, checkout.creator.uid, 'stripe', at),
  }
}

test('a wallet’s tip is charged on the creator’s account, and booked once by page, webhook and look-up together', async () => {
  await using checkout = await openWalletCheckout()
  const goal = await buildGoal(checkout.db, checkout.creator.uid, { amountReceivedMinor: 0 })
  const paymentId = await checkout.open({ coversFee: true, goalId: goal.goalId })
  expect(paymentId).toMatch(/^pi_/)
  await checkout.payWallet(paymentId)
  const [event] = await checkout.eventsOf('payment_intent.succeeded')

  const [captured] = await Promise.all([
    checkout.capture(paymentId),
    checkout.receive(event!),
    checkout.receive({ ...event!, id: 'evt_again' }),
    resolveOpenOrders(checkout.ctx, later(3)),
  ])

  expect(captured).toMatchObject({ status: 'captured', goalProgress: { before: 0, after: 700 } })
  const { intents } = await checkout.state()
  expect(intents[paymentId]).toMatchObject({ account: checkout.accountId, amount: 735, applicationFee: 35 })
  expect(intents[paymentId]).toMatchObject({ statementSuffix: expect.stringMatching(/^USER /) })
  expect(await checkout.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor: 35 }])
  expect(checkout.published).toHaveLength(1)
  expect(await checkout.capture(paymentId)).toMatchObject({ status: 'captured' })
  expect(await checkout.tips()).toHaveLength(1)
})

test('the webhook alone records a wallet’s tip, and none of a payment on Stripe’s page', async () => {
  await using checkout = await openWalletCheckout()
  const paymentId = await checkout.open()
  await checkout.payWallet(paymentId)
  await checkout.pay(await checkout.open({ isWallet: false }))
  const [wallet, page] = await checkout.eventsOf('payment_intent.succeeded')

  expect(await checkout.receive(page!)).toBe(true)
  expect(await checkout.tips()).toEqual([])
  expect(await checkout.receive(wallet!)).toBe(false) // stored with the tip, and processed

  expect(await checkout.tips()).toHaveLength(1)
})

test('with every webhook lost and the page closed, the look-up records the tip once', async () => {
  await using checkout = await openWalletCheckout()
  await checkout.payWallet(await checkout.open())

  for (const minutes of [3, 6]) await resolveOpenOrders(checkout.ctx, later(minutes))

  expect(await checkout.tips()).toHaveLength(1)
  expect(checkout.published).toHaveLength(1)
})

test('Stripe’s fee on a wallet’s tip is read, and reconciliation finds nothing to repair', async () => {
  await using checkout = await openWalletCheckout()
  const paymentId = await checkout.open()
  await checkout.payWallet(paymentId)
  await checkout.capture(paymentId)
  await checkout.readRecords()

  const report = await reconcile(checkout.ctx)

  expect(JSON.stringify(report)).not.toContain(paymentId)
  const { sum } = await checkout.db
    .selectFrom('ledgerEntry')
    .select(({ fn }) => fn.sum<string>('amountMinor').as('sum'))
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(0)
  const fees = await checkout.db
    .selectFrom('ledgerEntry')
    .select('amountMinor')
    .where('account', '=', 'provider_fee')
    .execute()
  expect(fees).toHaveLength(1)
})

test('a refund in Stripe’s dashboard of a wallet’s tip is booked', async () => {
  await using checkout = await openWalletCheckout()
  const paymentId = await checkout.open()
  await checkout.payWallet(paymentId)
  await checkout.capture(paymentId)

  await checkout.act(paymentId, 'refund')
  const [event] = await checkout.eventsOf('refund.created')
  await checkout.receive(event!)

  expect(await checkout.db.selectFrom('tip').select('returnedMinor').execute()).toEqual([
    { returnedMinor: 700 },
  ])
})

test('a wallet’s payment of another amount makes no tip, and marks the order for a person', async () => {
  await using checkout = await openWalletCheckout()
  await checkout.payWallet(await checkout.open())
  const [event] = await checkout.eventsOf('payment_intent.succeeded')

  await checkout.receive(
    JSON.parse(JSON.stringify(event).replace('"amount_received":700', '"amount_received":1')) as object,
  )

  expect(await checkout.tips()).toEqual([])
  expect(await checkout.orderStatus()).toEqual(['MISMATCH'])
})

test('a payment that the account’s owner made to look like ours, or another account’s, changes nothing', async () => {
  await using checkout = await openWalletCheckout()
  const paymentId = await checkout.open()
  await checkout.payWallet(paymentId)
  const [event] = await checkout.eventsOf('payment_intent.succeeded')

  await checkout.receive(JSON.parse(JSON.stringify(event).replaceAll(paymentId, 'pi_ownPayment')) as object)
  await checkout.receive({ ...event!, id: 'evt_other', account: 'acct_other' })

  expect(await checkout.tips()).toEqual([])
  expect(await checkout.orderStatus()).toEqual(['CREATED'])
})

test('a declined card charges nothing; the same payment can then be paid with another', async () => {
  await using checkout = await openWalletCheckout()
  const paymentId = await checkout.open()
  await checkout.payWallet(paymentId, { number: '4000000000000002' })
  await expect(checkout.capture(paymentId)).rejects.toMatchObject({ code: 'payment_not_approved' })
  expect(await checkout.orderStatus()).toEqual(['CREATED'])

  await checkout.payWallet(paymentId)

  expect(await checkout.capture(paymentId)).toMatchObject({ status: 'captured' })
})

test('a payment that waits for 3-D Secure is not a tip until the cardholder has authenticated', async () => {
  await using checkout = await openWalletCheckout()
  const number = '4000002500003155'
  const [failing, passing] = [await checkout.open(), await checkout.open()]
  for (const paymentId of [failing, passing]) await checkout.payWallet(paymentId, { number })
  await expect(checkout.capture(failing)).rejects.toMatchObject({ code: 'payment_not_approved' })

  await checkout.payWallet(failing, { number, authentication: 'failed' })
  await checkout.payWallet(passing, { number, authentication: 'passed' })

  await expect(checkout.capture(passing)).resolves.toMatchObject({ status: 'captured' })
  expect(await checkout.tips()).toHaveLength(1)
})

test('the fifth declined card of a supporter cancels the payment at Stripe', async () => {
  await using checkout = await openWalletCheckout()
  const supporter = await buildSupporter(checkout.db)
  const paymentId = await checkout.open({ supporter })
  const numbers = [
    '4000000000000002',
    '4000000000009995',
    '4100000000000019',
    '4000000000000069',
    '4000000000000119',
  ]
  for (const number of numbers) await checkout.payWallet(paymentId, { number })

  for (const event of await checkout.eventsOf('charge.failed')) await checkout.receive(event)

  await expect(checkout.payWallet(paymentId)).rejects.toThrow('no such open payment')
  await expect(checkout.open({ supporter })).rejects.toMatchObject({ code: 'rate_limited' })
  await resolveOpenOrders(checkout.ctx, later(3))
  expect(await checkout.orderStatus()).toEqual(['EXPIRED'])
})

test('a payment that nobody confirmed for three days is canceled, and cannot be paid any more', async () => {
  await using checkout = await openWalletCheckout()
  const paymentId = await checkout.open()

  await resolveOpenOrders(checkout.ctx, later(73 * 60))

  expect(await checkout.orderStatus()).toEqual(['EXPIRED'])
  await expect(checkout.payWallet(paymentId)).rejects.toThrow('no such open payment')
})

test.each(['drop-after-commit', 'status-500', 'drop-before'])(
  'a payment whose opening suffers %s is opened once, with the same key, or not at all',
  async (fault) => {
    await using checkout = await openWalletCheckout()
    await checkout.fault('create', fault)

    const opened = await checkout.open().catch((error: { code: string }) => error.code)

    const ids = await checkout.paymentIds()
    expect(ids.length).toBeLessThanOrEqual(1)
    if (opened !== 'payment_provider') expect(ids).toEqual([opened])
  },
)

test('a creator’s page offers wallets once the domain is registered for the account, and on no other domain', async () => {
  await using checkout = await openWalletCheckout()
  expect(await checkout.walletPayee()).toBeUndefined()

  await registerDomains(checkout.ctx, domain)

  expect(await checkout.walletPayee()).toBe(checkout.accountId)
  expect(await checkout.walletPayee('elsewhere.test')).toBeUndefined()
})

test('a failed registration is repeated after an hour, and a successful one is not repeated', async () => {
  await using checkout = await openWalletCheckout()
  const calls = () =>
    checkout.standIn.requests.filter((line) => line.includes('payment_method_domains')).length
  await checkout.fault('account', 'status-401')
  await registerDomains(checkout.ctx, domain)
  expect(await checkout.walletPayee()).toBeUndefined()
  const first = calls()

  await registerDomains(checkout.ctx, domain, later(30))
  expect(calls()).toBe(first)
  await registerDomains(checkout.ctx, domain, later(61))
  expect(await checkout.walletPayee()).toBe(checkout.accountId)
  const both = calls()
  await registerDomains(checkout.ctx, domain, later(600))
  expect(calls()).toBe(both)
})

test('a domain that Stripe cannot verify offers no wallets', async () => {
  await using checkout = await openWalletCheckout()

  await registerDomains(checkout.ctx, 'unverified.test')

  expect(await checkout.walletPayee('unverified.test')).toBeUndefined()
})

test('another account at Stripe offers no wallets until its domain is registered', async () => {
  await using checkout = await openWalletCheckout()
  await registerDomains(checkout.ctx, domain)
  const { uid, email } = checkout.creator
  const { id: payeeId } = await checkout.standIn.control<{ id: string }>('accounts', {
    email: 'new@example.com',
  })

  await savePayoutAccount(checkout.db, { uid, provider: 'stripe', payeeId, email, isReady: true })

  expect(await checkout.walletPayee()).toBeUndefined()
  await registerDomains(checkout.ctx, domain)
  expect(await checkout.walletPayee()).toBe(payeeId)
})
