/** Ten thousand bots follow at once, while somebody tips. */
import { expect, test } from 'vitest'
import { defaultTimerRule } from '../../../contract/timer/timer.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { listAlertsAfter } from '../../../db/queries/alerts/alerts.ts'
import { createTimer } from '../../../domain/timer/manage-timers.ts'
import { createTestContext, publishTip, runWorkers } from '../../workers.fixture.ts'
import type { TestContext } from '../../workers.fixture.ts'
import { openEventStore } from '../store.ts'

const follows = 10_000
const tips = 15

/** Returns the median of how many milliseconds tips take from their capture until their alert is stored. */
async function measureTips(ctx: TestContext, uid: string, before: () => void = () => {}): Promise<number> {
  const times: number[] = []
  for (let no = 0; no < tips; no++) {
    before()
    const startedAt = performance.now()
    const { eventIds } = await publishTip(ctx, uid, { amountMinor: 5_00 })
    const alert = ctx.db.selectFrom('alert').select('seq').where('eventId', 'in', eventIds)
    await expect.poll(() => alert.executeTakeFirst(), { interval: 2 }).toBeDefined()
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[tips >> 1]!
}

test('ten thousand follows are a few rows and alerts, none is lost or counted twice, and a tip comes meanwhile about as fast', async () => {
  await using ctx = await createTestContext('postgres')
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const rule = { ...defaultTimerRule, events: { follow: 1 } }
  const { timerId } = await createTimer(db, uid, { name: 'Subathon', rule, actor: uid })
  await runWorkers(ctx)
  const store = openEventStore(ctx, () => true)
  const calmMs = await measureTips(ctx, uid)
  let sent = 0
  const sendSome = () => {
    for (const end = Math.min(sent + Math.ceil(follows / tips), follows); sent < end; sent++) {
      const follow = { kind: 'follow', id: `follow-${sent}`, name: `bot_${sent}` } as const
      expect(store.add(uid, 'twitch', follow)).toBe(true)
      expect(store.add(uid, 'twitch', follow)).toBe(true) // Twitch sends each once more
    }
  }

  const stormMs = await measureTips(ctx, uid, sendSome)
  await store.idle()

  const rows = await db.selectFrom('showEvent').select(['eventCount', 'name', 'moreNames']).execute()
  expect(rows.reduce((sum, { eventCount }) => sum + eventCount, 0)).toBe(follows)
  expect(rows.length).toBeLessThan(60)
  const alerts = async () => (await listAlertsAfter(db, uid, 0, 1_000)).filter(({ kind }) => kind === 'show')
  await expect.poll(async () => (await alerts()).length).toBe(rows.length)
  const entries = db
    .selectFrom('timerEntry')
    .select('data')
    .where('timerId', '=', timerId)
    .where('kind', '=', 'show')
  const counted = async () =>
    (await entries.execute()).reduce((sum, { data }) => sum + (data.kind === 'show' ? data.quantity : 0), 0)
  await expect.poll(counted).toBe(follows)
  console.log(`a tip took ${(stormMs / calmMs).toFixed(2)} of what it takes in calm, ${rows.length} rows`)
  expect(stormMs / calmMs).toBeLessThan(3)
})
