/**
 * Tests webhooks about payees' accounts. Such a webhook only causes a look-up, and the result of the look-up decides the state of
 * the account.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { saveOnboarding, savePayoutAccount } from '../../../db/queries/payments/payout-accounts.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'

const eventOf = (event_type: string, resource: object) => ({ id: `WH-${randomUUID()}`, event_type, resource })

async function stateOf(db: Db, uid: string) {
  return db
    .selectFrom('payoutAccount')
    .select(['payeeId', 'isReady', 'isRestricted'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}

test('a finished referral connects the account that PayPal has under our reference, with its state there', async () => {
  await using checkout = await openPaypalCheckout()
  const { uid, email } = await buildCreator(checkout.db)
  await checkout.db.deleteFrom('payoutAccount').where('uid', '=', uid).execute()
  const trackingId = randomUUID()
  await saveOnboarding(checkout.db, uid, 'paypal', trackingId)
  const { merchantId } = await checkout.standIn.control<{ merchantId: string }>('merchants', {
    email,
    trackingId,
    isEmailConfirmed: false,
  })
  const reported = { merchant_id: 'ANOTHERS', tracking_id: trackingId }

  await checkout.receive(eventOf('MERCHANT.ONBOARDING.COMPLETED', { ...reported, tracking_id: randomUUID() }))
  expect(await stateOf(checkout.db, uid)).toBeUndefined()
  await checkout.receive(eventOf('MERCHANT.ONBOARDING.COMPLETED', reported))
  expect(await stateOf(checkout.db, uid)).toMatchObject({ payeeId: merchantId, isReady: false })

  await checkout.standIn.control('merchants', { email, merchantId, trackingId, isEmailConfirmed: true })
  await checkout.receive(eventOf('MERCHANT.ONBOARDING.COMPLETED', reported))
  expect(await stateOf(checkout.db, uid)).toMatchObject({ payeeId: merchantId, isReady: true })
})

test('a revoked consent restricts the account for every creator who is paid into it, and for no other', async () => {
  await using checkout = await openPaypalCheckout()
  const [partner, other] = [await buildCreator(checkout.db), await buildCreator(checkout.db)]
  const { payeeId } = (await stateOf(checkout.db, checkout.creator.uid))!
  await share(checkout.db, partner.uid, 'paypal', payeeId)

  await checkout.receive(eventOf('MERCHANT.PARTNER-CONSENT.REVOKED', { merchant_id: payeeId }))

  for (const { uid } of [checkout.creator, partner])
    expect(await stateOf(checkout.db, uid)).toMatchObject({ isReady: false, isRestricted: true })
  expect(await stateOf(checkout.db, other.uid)).toMatchObject({ isReady: true, isRestricted: false })
  await expect(checkout.open({ creatorUid: partner.uid })).rejects.toMatchObject({
    code: 'payee_unavailable',
  })
})

test('a limitation of a PayPal account is read from PayPal, and one without an account’s id changes nothing', async () => {
  await using checkout = await openPaypalCheckout()
  const { payeeId } = (await stateOf(checkout.db, checkout.creator.uid))!
  await checkout.changeAccount({ isReady: false })

  await checkout.receive(eventOf('CUSTOMER.ACCOUNT-LIMITATION.ADDED', {}))
  expect(await checkout.payoutState()).toMatchObject({ isReady: true })
  await checkout.receive(eventOf('CUSTOMER.ACCOUNT-LIMITATION.ADDED', { merchant_id: payeeId }))

  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

test('a change of a Stripe account reaches every creator who is paid into it', async () => {
  await using checkout = await openStripeCheckout()
  const partner = await buildCreator(checkout.db)
  await checkout.db.deleteFrom('payoutAccount').where('uid', '=', partner.uid).execute()
  await share(checkout.db, partner.uid, 'stripe', checkout.accountId)

  await checkout.standIn.control('accounts', { email: checkout.creator.email, cardPayments: 'restricted' })
  const [thin] = await checkout.eventsOf('v2.core.account[configuration.merchant].capability_status_updated')
  await checkout.receive(thin!)

  expect(await stateOf(checkout.db, partner.uid)).toMatchObject({ isReady: false, isRestricted: true })
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

async function share(db: Db, uid: string, provider: 'paypal' | 'stripe', payeeId: string) {
  await savePayoutAccount(db, { uid, provider, payeeId, email: null, isReady: true })
}
