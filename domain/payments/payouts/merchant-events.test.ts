/** What PayPal tells of sellers' accounts: only what a look-up then says makes one ready. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { saveOnboarding, savePayoutAccount } from '../../../db/queries/payout-accounts.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { keepPaypalWebhook, processPaypalWebhook } from '../paypal/receive-webhook.ts'

type Till = Awaited<ReturnType<typeof openPaypalCheckout>>

/** An event, as it is once its signature was found good. */
async function hear({ ctx }: Till, event_type: string, resource: object): Promise<void> {
  const event = { id: `WH-${randomUUID()}`, event_type, resource }
  const webhook = await keepPaypalWebhook(ctx, Buffer.from(JSON.stringify(event)))
  await processPaypalWebhook(ctx, webhook!)
}

async function stateOf(db: Db, uid: string) {
  return db
    .selectFrom('payoutAccount')
    .select(['providerAccountId', 'isReady', 'isRestricted'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}

test('a finished referral connects the account that PayPal has under our mark, as ready as it is there', async () => {
  await using till = await openPaypalCheckout()
  const { uid, email } = await buildCreator(till.db)
  await till.db.deleteFrom('payoutAccount').where('uid', '=', uid).execute()
  const trackingId = randomUUID()
  await saveOnboarding(till.db, uid, 'paypal', trackingId)
  const { merchantId } = await till.standIn.control<{ merchantId: string }>('merchants', {
    email,
    trackingId,
    isEmailConfirmed: false,
  })
  const told = { merchant_id: 'ANOTHERS', tracking_id: trackingId }

  await hear(till, 'MERCHANT.ONBOARDING.COMPLETED', { ...told, tracking_id: randomUUID() })
  expect(await stateOf(till.db, uid)).toBeUndefined()
  await hear(till, 'MERCHANT.ONBOARDING.COMPLETED', told)
  expect(await stateOf(till.db, uid)).toMatchObject({ providerAccountId: merchantId, isReady: false })

  await till.standIn.control('merchants', { email, merchantId, trackingId, isEmailConfirmed: true })
  await hear(till, 'MERCHANT.ONBOARDING.COMPLETED', told)
  expect(await stateOf(till.db, uid)).toMatchObject({ providerAccountId: merchantId, isReady: true })
})

test('consent that is taken back closes the account for every creator who is paid into it, and for no other', async () => {
  await using till = await openPaypalCheckout()
  const [partner, other] = [await buildCreator(till.db), await buildCreator(till.db)]
  const { providerAccountId } = (await stateOf(till.db, till.creator.uid))!
  await share(till.db, partner.uid, 'paypal', providerAccountId)

  await hear(till, 'MERCHANT.PARTNER-CONSENT.REVOKED', { merchant_id: providerAccountId })

  for (const { uid } of [till.creator, partner])
    expect(await stateOf(till.db, uid)).toMatchObject({ isReady: false, isRestricted: true })
  expect(await stateOf(till.db, other.uid)).toMatchObject({ isReady: true, isRestricted: false })
  await expect(till.open({ creatorUid: partner.uid })).rejects.toMatchObject({
    code: 'payment_method_missing',
  })
})

test('news of a Stripe account reaches every creator who is paid into it', async () => {
  await using till = await openStripeCheckout()
  const partner = await buildCreator(till.db)
  await till.db.deleteFrom('payoutAccount').where('uid', '=', partner.uid).execute()
  await share(till.db, partner.uid, 'stripe', till.accountId)

  await till.standIn.control('accounts', { email: till.creator.email, cardPayments: 'restricted' })
  const [thin] = await till.eventsOf('v2.core.account[configuration.merchant].capability_status_updated')
  await till.receive(thin!)

  expect(await stateOf(till.db, partner.uid)).toMatchObject({ isReady: false, isRestricted: true })
  expect(await till.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

async function share(db: Db, uid: string, provider: 'paypal' | 'stripe', providerAccountId: string) {
  await savePayoutAccount(db, { uid, provider, providerAccountId, email: null, isReady: true })
}
