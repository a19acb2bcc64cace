/** In solo mode the only creator is paid into the account of our own keys, and nobody else is. */
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { findWalletPayee } from '../../db/queries/payments/wallet-domains.ts'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import { openOrder } from './orders/open-order.ts'
import { buildTipRequest } from './orders/tip-request.fixture.ts'
import { openPaypalCheckout } from './paypal/checkout.fixture.ts'
import { connectOwnAccounts } from './payouts/connect-own.ts'
import { registerDomains } from './payouts/register-domains.ts'
import { ownPayeeId } from './provider/own-account.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { openStripeCheckout } from './stripe/checkout.fixture.ts'

test('an account that a creator of a former platform has connected is not paid by our own keys', async () => {
  await using checkout = await openStripeCheckout('solo')
  const { uid, email } = await buildCreator(checkout.db)
  await savePayoutAccount(checkout.db, { uid, provider: 'stripe', payeeId: 'acct_1', email, isReady: true })

  await expect(openOrder(checkout.ctx, 'stripe', buildTipRequest(uid))).rejects.toMatchObject({
    code: 'payment_method_missing',
  })
})

test('a tip at PayPal is refunded without partner standing', async () => {
  await using checkout = await openPaypalCheckout({ mode: 'solo' })
  const { id: tipId } = await checkout.takeTip()

  await requestRefund(checkout.ctx, checkout.creator.uid, { tipId, amountMinor: 7_00, reason: '' })

  const refunds = await checkout.db.selectFrom('providerRefund').select(['status', 'amountMinor']).execute()
  expect(refunds).toEqual([{ status: 'completed', amountMinor: 700 }])
})

test('disputes at PayPal are listed without partner standing', async () => {
  await using checkout = await openPaypalCheckout({ mode: 'solo' })
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'dispute')

  await checkout.recordDisputes(ownPayeeId)

  const disputes = await checkout.db.selectFrom('dispute').select(['captureId', 'status']).execute()
  expect(disputes).toEqual([{ captureId, status: 'open' }])
})

test('an event of an account that is connected to the creator’s own one is ignored', async () => {
  await using checkout = await openStripeCheckout('solo')
  await checkout.openPaid()
  const [event] = await checkout.eventsOf('checkout.session.completed')
  expect(event).not.toHaveProperty('account')

  await checkout.receive({ ...event, account: 'acct_1' })
  expect(await checkout.tips()).toEqual([])

  await checkout.receive({ ...event, id: 'evt_own' })
  expect(await checkout.tips()).toHaveLength(1)
})

test('the creator is connected to what is configured once there is an account, and disconnected from what is not', async () => {
  await using test = await createTestDb()
  await using checkout = await openStripeCheckout('solo')
  const config = { solo: { userName: 'mira', email: 'mira@brimful.test', hasSupporterAccounts: true } }
  const { payments } = checkout.ctx
  const { db } = test
  const connected = () => db.selectFrom('payoutAccount').select(['provider', 'payeeId', 'isReady']).execute()
  await connectOwnAccounts({ db, payments, config })
  expect(await connected()).toEqual([])
  const { uid, email } = await buildCreator(db, { userName: 'mira' })
  await savePayoutAccount(db, { uid, provider: 'stripe', payeeId: 'acct_1', email, isReady: false })

  await connectOwnAccounts({ db, payments, config })
  expect(await connected()).toEqual([{ provider: 'stripe', payeeId: ownPayeeId, isReady: true }])

  await connectOwnAccounts({ db, payments: {}, config })
  expect(await connected()).toEqual([])
})

test('a wallet is offered once the domain is registered for our own account, and its tip is charged there without a fee', async () => {
  await using checkout = await openStripeCheckout('solo')
  const { ctx, db, creator } = checkout
  await registerDomains(ctx, 'brimful.test')
  expect(await findWalletPayee(db, creator.uid, 'stripe', 'brimful.test')).toBe(ownPayeeId)
  const paymentId = await checkout.open({ isWallet: true })
  await checkout.standIn.control('pay-wallet', { paymentId })

  await checkout.receive((await checkout.eventsOf('payment_intent.succeeded'))[0]!)

  const { intents } = await checkout.state()
  const account = await checkout.ownAccountId()
  expect(intents[paymentId]).toMatchObject({ account, amount: 700, applicationFee: null })
  expect(await checkout.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor: 0 }])
  await checkout.act(paymentId, 'refund')
  await checkout.receive((await checkout.eventsOf('refund.created'))[0]!)
  const returned = await db.selectFrom('tip').select('returnedMinor').execute()
  expect(returned).toEqual([{ returnedMinor: 700 }])
})
