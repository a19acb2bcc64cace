/** Checks the result of a burst of tips on many chats: the rate limits, which the stand-ins count, and the delivery rows. */
import { expect } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { startOutboxRelay } from '../outbox-relay.ts'
import { tipEventsProcessor } from '../processors/tip-events.ts'
import { createTestContext } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import { startChats } from './start-chats.ts'
import { openBurst, readMessages, tipsIn } from './burst.fixture.ts'
import type { BurstOptions, BurstChannel } from './burst.fixture.ts'
import { control, read } from '../../sandbox/sandbox.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'

const chats = ['chat-twitch', 'chat-youtube'] as const
const lifetimeSeconds = 180

/**
 * Runs a burst with two worker processes. Checks that no rate limit is exceeded, that every funded goal is announced in both chats of
 * its channel, and that every tip is posted, coalesced or expired.
 */
export async function checkBurst(sandbox: Sandbox, options: BurstOptions): Promise<void> {
  const { SMTP_URL: _, ...env } = sandbox.env // without a mail server, so that no emails are sent
  const CHAT_LIFETIME_SECONDS = String(lifetimeSeconds)
  await using ctx = await createTestContext('postgres', { ...env, CHAT_LIFETIME_SECONDS })
  await control(sandbox, '/youtube/control/limits', { seconds: 10 })
  const channels = await openBurst(ctx, sandbox, options)
  const begun = performance.now()
  const workers: { close(): Promise<void> }[] = [startChats(ctx), startChats(ctx)]
  await Promise.all(channels.map((channel) => fanOut(ctx, channel)))
  workers.push(startOutboxRelay(ctx, new Set())) // the sweep expires what was not sent in time

  const waitOptions = { timeout: 2 * lifetimeSeconds * 1000, interval: 250 }
  await expect.poll(() => countOpen(ctx.db), waitOptions).toBe(0)
  const seconds = (performance.now() - begun) / 1000
  await Promise.all(workers.map((each) => each.close()))
  await checkLimits(sandbox)
  const ends = await readEnds(ctx.db)
  const messages: Record<(typeof chats)[number], number[]> = { 'chat-twitch': [], 'chat-youtube': [] }
  for (const channel of channels) {
    const texts = await readMessages(sandbox, channel)
    for (const chat of chats) {
      messages[chat].push(texts[chat].length)
      checkChat(texts[chat], channel, ends.get(`${channel.uid} ${chat}`)!)
    }
  }
  const announced = [...ends.values()].reduce((sum, { sent, coalesced }) => sum + sent + coalesced, 0)
  const summarize = (counts: number[]) =>
    `${counts.reduce((sum, count) => sum + count)} messages (${Math.min(...counts)} to ${Math.max(...counts)} a channel)`
  console.log(
    `${options.tips} tips at once over ${options.channels} channels: ${summarize(messages['chat-twitch'])} on Twitch and ` +
      `${summarize(messages['chat-youtube'])} on YouTube announced ${announced} of ${announced + sumOf(ends, 'expired')}, ` +
      `the others expired; ${Math.round(seconds)} s`,
  )
}

/** Fans out all open events of a creator, as the queue's job does. */
async function fanOut(ctx: TestContext, { uid }: BurstChannel): Promise<void> {
  const process = tipEventsProcessor(ctx, new Set(['alerts', ...chats]))
  const query = ctx.db.selectFrom('outbox').select('eventId').where('creatorUid', '=', uid).limit(1)
  await process(await query.executeTakeFirstOrThrow(), { name: 'tip-events' })
}

interface End {
  sent: number
  coalesced: number
  expired: number
  due: number
  leased: number
  gave_up: number
}

/** Checks that the bots have kept within the rate limits and the quota, which the stand-ins count as the platforms do. */
async function checkLimits(sandbox: Sandbox): Promise<void> {
  const twitch = await read<{ violations: Record<string, number> }>(sandbox, '/twitch/control/state')
  expect(Object.entries(twitch.violations).filter(([, count]) => count > 0)).toEqual([])
  const { quota, limits } = await read<{
    quota: { used: number; budget: number; refused: number }
    limits: { refused: number }
  }>(sandbox, '/youtube/control/state')
  expect(limits.refused).toBe(0)
  expect(quota.refused).toBe(0)
  expect(quota.used).toBeLessThanOrEqual(quota.budget)
}

function checkChat(texts: readonly string[], { name, isFunded, tips }: BurstChannel, end: End): void {
  const funded = texts.filter((text) => text.includes('was just fully funded')).length
  const { sent, coalesced, expired, due, leased, gave_up } = end
  const announced = texts.reduce((sum, text) => sum + tipsIn(text), 0) + funded
  const accounted = sent + coalesced + expired
  expect({
    name,
    funded,
    open: due + leased + gave_up,
    accounted,
    messages: texts.length,
    announced,
  }).toEqual({
    name,
    funded: isFunded ? 1 : 0,
    open: 0,
    accounted: tips + funded,
    messages: sent,
    // The number of announced tips agrees with the delivery rows.
    announced: sent + coalesced,
  })
  // Every channel got at least one message.
  expect({ name, hasMessage: texts.length > 0 }).toEqual({ name, hasMessage: true })
}

async function countOpen(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('outbox')
    .leftJoin('delivery', 'delivery.eventId', 'outbox.eventId')
    .where((eb) =>
      eb.or([eb('outbox.fannedOutAt', 'is', null), eb('delivery.status', 'in', ['due', 'leased'])]),
    )
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  return Number(open)
}

async function readEnds(db: Db): Promise<Map<string, End>> {
  const rows = await db
    .selectFrom('delivery')
    .where('destination', 'in', chats)
    .select(['creatorUid', 'destination', 'status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(['creatorUid', 'destination', 'status'])
    .execute()
  const ends = new Map<string, End>()
  for (const { creatorUid, destination, status, count } of rows) {
    const key = `${creatorUid} ${destination}`
    const end = ends.get(key) ?? { sent: 0, coalesced: 0, expired: 0, due: 0, leased: 0, gave_up: 0 }
    ends.set(key, { ...end, [status]: Number(count) })
  }
  return ends
}

function sumOf(ends: ReadonlyMap<string, End>, status: keyof End): number {
  return [...ends.values()].reduce((sum, end) => sum + end[status], 0)
}
