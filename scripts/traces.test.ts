/** One trace follows a tip from the request that captures it over the queue and the fan-out to the post in the chat. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { savePayoutAccount } from '../db/queries/payments/payout-accounts.ts'
import { openTelemetry } from '../domain/tracing/open-telemetry.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from '../server/app.fixture.ts'
import { connectDiscordChannel, readTexts } from '../workers/chat/connections.fixture.ts'
import { startWorkers } from '../workers/start-workers.ts'
import { openTraceReceiver } from './trace-receiver.fixture.ts'

test('a tip is one trace from its request to the post in the chat, and every log line has its id', async () => {
  await using receiver = await openTraceReceiver()
  await using sandbox = await openSandbox()
  const stopTracing = openTelemetry(receiver.url, 'test')
  const message = `words-${randomBytes(4).toString('hex')}`
  await using app = await startTestApp({
    ...sandbox.env,
    REDIS_URL: process.env.TEST_REDIS_URL,
    PUBLIC_URL: 'http://localhost:3000',
  })
  const { ctx, db } = app
  const creator = await buildCreator(db)
  const { uid, email } = creator
  const stripe = controlStripe(sandbox.env)
  const { id: payeeId } = await stripe<{ id: string }>('accounts', { email })
  await savePayoutAccount(db, { uid, provider: 'stripe', payeeId, email, isReady: true })
  await connectDiscordChannel({ ...ctx, sandbox }, uid, 'traced')
  const { goalId: goaluuid } = await buildGoal(db, uid)

  const order = {
    ReceipentUID: uid,
    GoalUid: goaluuid,
    amount: 700,
    name: 'Grace',
    message,
    isPrivateMessage: false,
  }
  const opened = await app.post('stripe/create-checkout-session', order)
  const { sessionId } = opened.body as { sessionId: string }
  await stripe('pay', { sessionId })
  expect((await app.post(`stripe/confirm-checkout-session/${sessionId}`, {})).status).toBe(200)
  const workers = await startWorkers(ctx) // before, their comparison with Stripe could record the tip first
  await expect.poll(() => readTexts(sandbox, 'discord', 'traced')).toHaveLength(1)
  await workers.close()
  await stopTracing()

  const own = receiver.traceOf('confirm-checkout-session')
  const names = own.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([expect.stringContaining('tip-events'), 'post to discord']))
  expect(names.filter((name) => name.startsWith('pg.query')).length).toBeGreaterThan(0)
  const known = new Set(own.map(({ spanId }) => spanId))
  const orphans = own.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))
  expect(orphans).toEqual([])
  const lines = app.logged().split('\n').filter(Boolean)
  const traced = lines.filter(
    (line) => (JSON.parse(line) as { traceId?: string }).traceId === own[0]!.traceId,
  )
  for (const part of ['"msg":"request"', '"msg":"chat message attempted"'])
    expect(traced.some((line) => line.includes(part))).toBe(true)
  const sent = receiver.bodies.join('')
  for (const secret of [message, email, 'Grace', sessionId, payeeId]) expect(sent).not.toContain(secret)
})
