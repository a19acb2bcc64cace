import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import type { AccountRow } from '../../db/schema.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import { startStripe } from '../../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from '../app.fixture.ts'
import type { TestApp } from '../app.fixture.ts'
import { sendForm } from './send-form.fixture.ts'

const stripe = await forFile(startStripe())
const app = await forFile(startTestApp(stripe.env))
const creator = await buildCreator(app.db)
const tip = {
  provider: 'stripe',
  creator: creator.uid,
  goal: '',
  amount: '7',
  currency: 'gbp',
  name: 'Grace',
  message: 'one\r\ntwo',
}

async function acceptCards({ db }: TestApp, { uid, email }: AccountRow): Promise<void> {
  const { id: payeeId } = await stripe.control<{ id: string }>('accounts', { email })
  await savePayoutAccount(db, { uid, provider: 'stripe', payeeId, email, isReady: true })
}
beforeAll(() => acceptCards(app, creator))
beforeEach(async () => void (await app.db.deleteFrom('tipOrder').execute()))

const send = (fields: Record<string, string>, headers?: Record<string, string>) =>
  sendForm(app.url, fields, headers)

const orders = () => app.db.selectFrom('tipOrder').selectAll().execute()

test('a form opens the payment and leads to the provider’s page', async () => {
  const response = await send(tip)

  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toMatch(/\/stripe\/c\/pay\/cs_test_/)
  expect(await orders()).toMatchObject([
    { amountMinor: 7_00, coveredFeeMinor: 0, supporterName: 'Grace', message: 'one\ntwo', isPrivate: false },
  ])
})

test.each(['７', '£7.00', '+7', '\u00A07\u202F'])('the amount %j is seven pounds', async (amount) => {
  expect((await send({ ...tip, amount })).status).toBe(303)
  expect(await orders()).toMatchObject([{ amountMinor: 7_00 }])
})

test('switches that are on count', async () => {
  await send({ ...tip, isPrivate: 'on', isAnonymous: 'on', coversFee: 'on' })

  expect(await orders()).toMatchObject([
    { supporterName: 'Anonymous', isAnonymous: true, isPrivate: true, coveredFeeMinor: 35 },
  ])
})

test.each([
  ['no amount', { amount: '' }, 'Please enter a valid amount.'],
  ['a negative amount', { amount: '-20' }, 'Please enter a valid amount.'],
  ['an exponent', { amount: '5e3' }, 'Please enter a valid amount.'],
  ['an amount with decimals', { amount: '7.50' }, 'such as £7 or £8.'],
  ['an amount with a decimal comma', { amount: '7,50' }, 'such as £7 or £8.'],
  ['an amount that can be read in two ways', { amount: '1.000' }, 'Do you mean £1 or £1,000?'],
  ['an amount in another currency', { amount: '$7' }, 'in GBP'],
  ['a name that is too long', { name: 'x'.repeat(51) }, 'Please check'],
  [
    'a creator that is not there',
    { creator: '00000000-0000-4000-8000-0000000000ff' },
    'has not set up a payment',
  ],
])('%s is refused with a text', async (_, changed, text) => {
  const response = await send({ ...tip, ...changed })

  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(await response.text()).toContain(text)
  expect(await orders()).toEqual([])
})

test.each([
  ['http', 'http://localhost:3000', 'brimful_session'],
  ['https', 'https://brimful.example', '__Host-brimful_session'],
])('over %s the tip belongs to the account that is logged in', async (_, PUBLIC_URL, cookieName) => {
  await using site = await startTestApp({ ...stripe.env, PUBLIC_URL })
  const payee = await buildCreator(site.db)
  await acceptCards(site, payee)
  const supporter = await buildSupporter(site.db)
  const session = await openSession(site.db, supporter.uid, 'test')

  await sendForm(site.url, { ...tip, creator: payee.uid }, { cookie: `${cookieName}=${session}` })

  const order = site.db.selectFrom('tipOrder').select('supporterUid')
  expect(await order.execute()).toEqual([{ supporterUid: supporter.uid }])
})

test('a form of another site is refused', async () => {
  expect((await send(tip, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await orders()).toEqual([])
})

test('where a proof of work is asked for, the text says what a browser without scripts can do', async () => {
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signIn(uid)
  const failed = { creatorUid: creator.uid, supporterUid: uid, addressHash: null, widerAddressHashes: [] }
  for (const id of ['1', '2']) await app.ctx.orderLimits.noteFailure({ ...failed, id })

  const response = await send(tip, { cookie })

  expect(response.status).toBe(428)
  expect(await response.text()).toBe(
    'This needs JavaScript right now, to check that you’re not a bot. Please turn it on or try again later.',
  )
})
