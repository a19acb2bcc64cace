/** When a provider takes no more payments for a creator, supporters read that it is about the creator, who gets an email. */
import { expect, test, vi } from 'vitest'
import { listAccountMails } from '../../../db/account-mails.fixture.ts'
import { savePayoutAccount } from '../../../db/queries/payments/payout-accounts.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { openAccountEmail } from '../../mail/enqueue-account-email.ts'
import type { Checkout } from '../checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'

async function mailsOf({ db, ctx }: Pick<Checkout, 'db' | 'ctx'>) {
  const rows = await listAccountMails(db)
  return rows.map((row) => [row.email, openAccountEmail(ctx.config.secretsKey, row)])
}

const stopped = ({ creator: { email, displayName: name } }: Pick<Checkout, 'creator'>, provider: string) => [
  email,
  { kind: 'payout-stopped', name, provider },
]

test.each(['restricted', 'closed'])(
  'PayPal takes no order for an account that is %s: it is no more offered, and its creator is told once',
  async (standing) => {
    await using checkout = await openPaypalCheckout()
    await checkout.standIn.control('merchants', { email: checkout.creator.email, standing })

    for (let attempt = 0; attempt < 2; attempt++)
      await expect(checkout.open()).rejects.toMatchObject({ code: 'payee_unavailable' })

    expect(await checkout.orderStatus()).toEqual(['FAILED'])
    expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })
    expect(await mailsOf(checkout)).toEqual([stopped(checkout, 'PayPal')])
  },
)

test('a capture that fails because of the payee counts not against the supporter', async () => {
  await using checkout = await openPaypalCheckout()
  const noteFailure = vi.spyOn(checkout.ctx.orderLimits!, 'noteFailure')
  const orderId = await checkout.open()
  await checkout.standIn.control('approve', { orderId, outcome: 'payee-no-cards' })

  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'payee_unavailable' })

  expect(noteFailure).not.toHaveBeenCalled()
  expect(await checkout.orderStatus()).toEqual(['FAILED'])
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })
  expect(await mailsOf(checkout)).toEqual([stopped(checkout, 'PayPal')])
})

test('an account that Stripe restricts is told of once to each creator who is paid into it, and again after it was ready', async () => {
  await using checkout = await openStripeCheckout()
  const { db, creator, accountId } = checkout
  const partner = await buildCreator(db)
  await savePayoutAccount(db, {
    uid: partner.uid,
    provider: 'stripe',
    payeeId: accountId,
    email: null,
    isReady: true,
  })
  const change = async (cardPayments: string) => {
    await checkout.standIn.control('accounts', { email: creator.email, cardPayments })
    const event = (
      await checkout.eventsOf('v2.core.account[configuration.merchant].capability_status_updated')
    ).at(-1)!
    for (const id of [1, 2])
      await checkout.receive({ ...event, id: `evt_${cardPayments}_${Date.now()}_${id}` })
  }

  await change('restricted')
  const { displayName: name, email } = partner
  const first = [stopped(checkout, 'Stripe'), [email, { kind: 'payout-stopped', name, provider: 'Stripe' }]]
  expect(await mailsOf(checkout)).toEqual(expect.arrayContaining(first))
  expect(await mailsOf(checkout)).toHaveLength(2)
  await expect(checkout.open()).rejects.toMatchObject({ code: 'payee_unavailable' })

  await change('active')
  expect(await mailsOf(checkout)).toHaveLength(2)
  await change('pending')
  expect(await mailsOf(checkout)).toHaveLength(4)
})

test('two processes that learn of it at the same moment tell once', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.standIn.control('merchants', { email: checkout.creator.email, standing: 'restricted' })

  await Promise.allSettled([checkout.open(), checkout.open(), checkout.open()])

  expect(await mailsOf(checkout)).toEqual([stopped(checkout, 'PayPal')])
})
