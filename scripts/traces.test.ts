/** One trace follows a tip from the request that captures it over the queue and the fan-out to the post in the chat. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../db/builders.fixture.ts'
import { savePayoutAccount } from '../db/queries/payout-accounts.ts'
import { openTelemetry } from '../domain/tracing/open-telemetry.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from '../server/app.fixture.ts'
import { listen } from '../server/listen.fixture.ts'
import { connectDiscordChannel, readTexts } from '../workers/chat/connections.fixture.ts'
import { startWorkers } from '../workers/start-workers.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

/** Receives traces by OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
async function openReceiver() {
  const spans: SentSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (req, res) => {
    const body = (await json(req)) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
    }
    bodies.push(JSON.stringify(body))
    for (const { scopeSpans } of body.resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent)
    res.setHeader('content-type', 'application/json').end('{}')
  })
  return { ...(await listen(server)), spans, bodies }
}

test('a tip is one trace from its request to the post in the chat, and every log line has its id', async () => {
  await using receiver = await openReceiver()
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
  const { goaluuid } = await buildGoal(db, uid)
  const workers = await startWorkers(ctx)

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
  await expect.poll(() => readTexts(sandbox, 'discord', 'traced'), { timeout: 20_000 }).toHaveLength(1)
  await workers.close()
  await stopTracing()

  const request = receiver.spans.find(({ name }) => name.includes('confirm-checkout-session'))!
  const own = receiver.spans.filter(({ traceId }) => traceId === request.traceId)
  const names = own.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([expect.stringContaining('tip-events'), 'post to discord']))
  expect(names.filter((name) => name.startsWith('pg.query')).length).toBeGreaterThan(0)
  const known = new Set(own.map(({ spanId }) => spanId))
  const orphans = own.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))
  expect(orphans).toEqual([])
  const lines = app.logged().split('\n').filter(Boolean)
  const traced = lines.filter(
    (line) => (JSON.parse(line) as { traceId?: string }).traceId === request.traceId,
  )
  for (const part of ['"msg":"request"', '"msg":"chat message attempted"'])
    expect(traced.some((line) => line.includes(part))).toBe(true)
  const sent = receiver.bodies.join('')
  for (const secret of [message, email, 'Grace', sessionId, payeeId]) expect(sent).not.toContain(secret)
}, 120_000)
