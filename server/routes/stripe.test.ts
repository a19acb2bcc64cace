import Stripe from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { ProofChallenge } from '../../contract/proof.ts'
import { termsVersion } from '../../contract/payments/terms.ts'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { setMaintenance } from '../../domain/admin/manage-site.ts'
import { recordDispute } from '../../domain/payments/ledger/record-dispute.ts'
import { disputeOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { hashAddress } from '../../domain/security/address-hash.ts'
import { solveProof } from '../../domain/security/solve-proof.fixture.ts'
import { startStripe } from '../../sandbox/stripe/stripe.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { countStored, countTips } from './webhook-records.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const stripe = await forFile(startStripe())
const app = await forFile(startTestApp(stripe.env, () => ({ publish: () => {} })))
const creator = await buildCreator(app.db)

beforeAll(async () => {
  const { uid, email } = creator
  const { id: payeeId } = await stripe.control<{ id: string }>('accounts', { email })
  await savePayoutAccount(app.db, { uid, provider: 'stripe', payeeId, email, isReady: true })
})

test('a signed event records the tip, and changes nothing when replayed', async () => {
  const { sessionId, payload } = await payForTip()
  const headers = sign(payload)

  expect((await app.post('stripe/webhook', payload, undefined, headers)).status).toBe(200)
  await expect.poll(() => countTips(app.db, sessionId)).toBe(1)
  expect((await app.post('stripe/webhook', payload, undefined, headers)).status).toBe(200)

  expect(await countTips(app.db, sessionId)).toBe(1)
  expect(await countStored(app.db, payload)).toBe(1)
})

test('during maintenance no payment is opened, and what was opened before is recorded by its webhook', async () => {
  const { sessionId, payload } = await payForTip()
  const actor = { adminUid: null, reason: null }
  await setMaintenance(app.db, actor, true)

  const refused = await app.post('stripe/create-checkout-session', tipRequest())
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'unavailable' }])
  expect((await app.post('stripe/webhook', payload, undefined, sign(payload))).status).toBe(200)
  await expect.poll(() => countTips(app.db, sessionId)).toBe(1)

  await setMaintenance(app.db, actor, false)
})

test('the same event several times at once is stored once and makes one tip', async () => {
  const { sessionId, payload } = await payForTip()
  const send = () => app.post('stripe/webhook', payload, undefined, sign(payload))

  const answers = await Promise.all([send(), send(), send()])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(() => countTips(app.db, sessionId)).toBe(1)
  expect(await countStored(app.db, payload)).toBe(1)
})

test.each<[string, (payload: string) => { payload: string; headers: Record<string, string> }]>([
  [
    'altered after it was signed',
    (payload) => ({ payload: payload.replace('"id"', '"id" '), headers: sign(payload) }),
  ],
  [
    'signed more than five minutes ago',
    (payload) => ({ payload, headers: sign(payload, Math.floor(Date.now() / 1000) - 301) }),
  ],
  [
    'signed with another secret',
    (payload) => ({ payload, headers: sign(payload, undefined, 'whsec_other') }),
  ],
  ['not signed', (payload) => ({ payload, headers: {} })],
  ['signed unreadably', (payload) => ({ payload, headers: { 'stripe-signature': 't=,v1' } })],
])('an event %s is refused and leaves no trace', async (_, forge) => {
  const { sessionId, payload } = await payForTip()
  const sent = forge(payload)

  const answer = await app.post('stripe/webhook', sent.payload, undefined, sent.headers)

  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await countStored(app.db, payload)).toBe(0)
  expect(await countTips(app.db, sessionId)).toBe(0)
})

test.each([
  ['no JSON', 'paid'],
  ['no event', '{"object":"charge"}'],
  [
    'an event with an id that no text contains',
    '{"id":"evt\\u0000","object":"event","type":"charge.failed","livemode":false}',
  ],
  ['an event with a NUL in it', '{"id":\u0000}'],
])('a signed body that is %s is kept for a person to see', async (_, payload) => {
  const before = await app.db.selectFrom('webhookEvent').select('eventId').execute()

  for (const time of [1, 2])
    expect([time, (await app.post('stripe/webhook', payload, undefined, sign(payload))).status]).toEqual([
      time,
      200,
    ])

  const kept = app.db.selectFrom('webhookEvent').select(['type', 'body', 'processedAt'])
  const known = before.map(({ eventId }) => eventId)
  const rows = await kept.where('eventId', 'not in', ['', ...known]).execute()
  expect(rows).toEqual([{ type: 'unreadable', body: payload.replace('\u0000', ''), processedAt: null }])
})

test('a thin event, signed with the secret of its own destination, causes the account to be read again', async () => {
  await stripe.control('accounts', { email: creator.email, cardPayments: 'restricted' })
  const payload = await takeEvent((event) => event.isThin)
  const { accountWebhookSecret } = app.ctx.config.stripe!

  const answer = await app.post(
    'stripe/webhook',
    payload,
    undefined,
    sign(payload, undefined, accountWebhookSecret),
  )

  expect(answer.status).toBe(200)
  const readState = () =>
    app.db
      .selectFrom('payoutAccount')
      .select(['isReady', 'isRestricted'])
      .where('provider', '=', 'stripe')
      .executeTakeFirstOrThrow()
  await expect.poll(readState).toEqual({ isReady: false, isRestricted: true })
  await stripe.control('accounts', { email: creator.email, cardPayments: 'active' })
})

test('the evidence about a disputed tip names the terms and the keyed hash of the address, never the address', async () => {
  const { sessionId, payload } = await payForTip()
  await app.post('stripe/webhook', payload, undefined, sign(payload))
  await expect.poll(() => countTips(app.db, sessionId)).toBe(1)
  const tip = await app.db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .select(['tip.captureId', 'tip.amountMinor as chargedMinor', 'tip.currency'])
    .where('tipOrder.providerOrderId', '=', sessionId)
    .executeTakeFirstOrThrow()
  await recordDispute(app.db, disputeOf({ ...tip, provider: 'stripe' }))
  const { id } = await app.db
    .selectFrom('dispute')
    .select('id')
    .where('captureId', '=', tip.captureId)
    .executeTakeFirstOrThrow()

  const cookie = await app.signIn(creator.uid)
  const answer = await app.get(`books/dispute-evidence?id=${id}`, cookie)

  const { text } = answer.body as { text: string }
  expect(text).toContain(`Terms agreed to: ${termsVersion}\n`)
  const { addressHash: hash } = hashAddress(app.ctx.config.sessionSecret, '127.0.0.1')
  expect(text).toContain(`Address of the supporter (keyed hash): ${hash}\n`)
  expect(text).not.toContain('127.0.0.1')
})

test('after suspicious tries an order needs a solved proof, which is valid once and for its own network', async () => {
  const { uid } = await buildSupporter(app.db)
  const cookie = await app.signIn(uid)
  const failed = { creatorUid: creator.uid, supporterUid: uid, addressHash: null, widerAddressHashes: [] }
  for (const id of ['1', '2']) await app.ctx.orderLimits.noteFailure({ ...failed, id })
  const open = (proof?: unknown) =>
    app.post('stripe/create-checkout-session', { ...tipRequest(), proof }, cookie)

  const requested = await open()
  expect(requested).toMatchObject({ status: 428, body: { code: 'proof_required' } })
  const proof = await solveProof((requested.body as { challenge: ProofChallenge }).challenge)

  expect((await open({ ...proof, solution: { ...proof.solution, counter: 4_000_000 } })).status).toBe(428)
  expect((await open(proof)).status).toBe(200)
  expect((await open(proof)).status).toBe(428)
  const others = await solveProof(await app.ctx.workProof!.ask('b'.repeat(64), 1))
  expect((await open(others)).status).toBe(428)
})

test('a limited supporter learns the waiting time from the text and the header', async () => {
  const { uid } = await buildSupporter(app.db)
  const failed = { creatorUid: creator.uid, supporterUid: uid, addressHash: null, widerAddressHashes: [] }
  for (const id of ['1', '2', '3', '4']) await app.ctx.orderLimits.noteFailure({ ...failed, id })

  const answer = await app.post('stripe/create-checkout-session', tipRequest(), await app.signIn(uid))

  expect(answer).toMatchObject({
    status: 429,
    body: { ErrorMessage: 'Too many attempts. Please try again in 30 seconds.', retryAfter: 30 },
  })
  expect(answer.headers.get('retry-after')).toBe('30')
})

function tipRequest() {
  return { amount: 7_00, name: 'Lin', message: '', ReceipentUID: creator.uid, isPrivateMessage: false }
}

async function payForTip(): Promise<{ sessionId: string; payload: string }> {
  await app.db.updateTable('payoutAccount').set({ isReady: true, isRestricted: false }).execute()
  const answer = await app.post('stripe/create-checkout-session', tipRequest())
  const { sessionId } = answer.body as { sessionId: string }
  await stripe.control('pay', { sessionId })
  const payload = await takeEvent(
    (event) => event.sessionId === sessionId && event.type === 'checkout.session.completed',
  )
  return { sessionId, payload }
}

interface StoredEvent {
  type: string
  sessionId?: string
  isThin: boolean
  body: object
}

async function takeEvent(isMeant: (event: StoredEvent) => boolean): Promise<string> {
  const { events } = await stripe.control<{ events: StoredEvent[] }>('state')
  return JSON.stringify(events.find(isMeant)!.body)
}

function sign(
  payload: string,
  timestamp?: number,
  secret = app.ctx.config.stripe!.webhookSecret,
): Record<string, string> {
  const given = { payload, secret, ...(timestamp === undefined ? {} : { timestamp }) }
  return { 'stripe-signature': Stripe.webhooks.generateTestHeaderString(given) }
}
