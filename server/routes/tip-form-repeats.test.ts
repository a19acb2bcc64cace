/** The form of the tip box has no id of a checkout: however often a browser sends it, the supporter is charged once. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import { startStripe } from '../../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import { sendForm } from './send-form.fixture.ts'

const stripe = await forFile(startStripe())
const app = await forFile(startTestApp(stripe.env))
const tip = {
  provider: 'stripe',
  creator: '',
  goal: '',
  amount: '7',
  currency: 'gbp',
  name: 'Grace',
  message: 'one',
}

beforeEach(async () => {
  const { uid, email } = await buildCreator(app.db)
  const { id: payeeId } = await stripe.control<{ id: string }>('accounts', { email })
  await savePayoutAccount(app.db, { uid, provider: 'stripe', payeeId, email, isReady: true })
  tip.creator = uid
})

const send = (fields: Record<string, string>, headers?: Record<string, string>) =>
  sendForm(app.url, fields, headers)

/** The page that says that a tip is paid already. */
const paidPage = '/dashboard/payment-success/paid'

/** Sends the form and returns Stripe's id of the session that it leads to; undefined if it leads elsewhere. */
async function sendForSession(
  fields: Record<string, string>,
  headers?: Record<string, string>,
): Promise<string | undefined> {
  const response = await send(fields, headers)
  return /cs_test_\w+/.exec(response.headers.get('location') ?? '')?.[0]
}

async function pay(sessionId: string | undefined): Promise<void> {
  await stripe.control('pay', { sessionId })
}

const orders = () => app.db.selectFrom('tipOrder').selectAll().where('creatorUid', '=', tip.creator).execute()

test('a form that is sent again while its payment is open closes that one first', async () => {
  const first = await sendForSession(tip)
  const second = await sendForSession(tip)

  await expect(pay(first)).rejects.toThrow()
  await pay(second)
  const [one, two] = await orders()
  expect([one!.status, two!.status].toSorted()).toEqual(['CREATED', 'EXPIRED'])
  expect(one!.checkoutId).toBe(two!.checkoutId)
})

test('a form that is sent again once its payment is paid leads to the page that says so', async () => {
  await pay(await sendForSession(tip))

  const again = await send(tip)

  expect([again.status, again.headers.get('location')]).toEqual([303, app.ctx.config.publicUrl + paidPage])
  expect(await orders()).toMatchObject([{ status: 'COMPLETED' }])
})

test('of forms that are sent at the same moment, one can be paid', async () => {
  const sessions = await Promise.all([tip, tip, tip].map((fields) => sendForSession(fields)))

  const paid = await Promise.allSettled(sessions.filter((id) => id !== undefined).map(pay))
  expect(paid.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  expect((await orders()).filter(({ status }) => status !== 'EXPIRED').length).toBeLessThanOrEqual(1)
})

test.each([1, 2])(
  'the same tip can be given again fifteen minutes after it was paid, %i times',
  async (times) => {
    for (let paid = 0; paid < times; paid++) {
      await pay(await sendForSession(tip))
      await send(tip)
      await sql`update tip_order set updated_at = updated_at - interval '16 minutes'`.execute(app.owner)
    }

    await pay(await sendForSession(tip))

    expect((await orders()).map(({ status }) => status).toSorted()).toEqual([
      ...Array<string>(times).fill('COMPLETED'),
      'CREATED',
    ])
  },
)

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['another amount', { amount: '8' }, {}],
  ['another name', { name: 'Ada' }, {}],
  ['another message', { message: 'two' }, {}],
  ['a switch', { isPrivate: 'on' }, {}],
  ['another browser', {}, { 'user-agent': 'Another/1.0' }],
])('a form with %s is another tip', async (_, changed, headers) => {
  await pay(await sendForSession(tip))

  expect(await sendForSession({ ...tip, ...changed }, headers)).toBeDefined()
})

test('two accounts behind one network and browser give two tips', async () => {
  const cookies = await Promise.all([1, 2].map(async () => app.signIn((await buildSupporter(app.db)).uid)))
  for (const cookie of cookies) await pay(await sendForSession(tip, { cookie }))

  expect(await orders()).toHaveLength(2)
})
