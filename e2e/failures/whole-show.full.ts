/**
 * Plays a show of an hour while each wire is cut once, a worker process is killed and a consent is revoked. Nothing that a platform delivered is
 * lost or comes twice, and the timer and the goal have what the show's own sums say.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import { openOverlay } from './clients.ts'
import { setUpProxiedProduct } from './fixture.ts'
import type { Participants } from './fixture.ts'
import { recordedTips } from './outcome.ts'
import { backends } from './proxied-product.ts'
import { openShow, patiently, stormFollows } from './show-of-an-hour.ts'
import { openSupporters } from './supporters.ts'

const minutes = 60
const faultMs = 5_000

type Show = Awaited<ReturnType<typeof openShow>>

describe(`with queues on ${backends[0]}`, () => {
  const fixture = setUpProxiedProduct(backends[0]!)

  test('nothing that viewers give in an hour is lost or shown twice, and the timer and the goal have its sum', async () => {
    const { product, creator, overlay } = fixture
    const second = openOverlay(product.overlayUrl, creator.uid)
    await second.isReady
    const show = await openShow(fixture)
    const supporters = openSupporters(fixture)
    const [before, beside] = [faultsBefore(fixture, show), faultsBeside(fixture)]
    await show.waitForEvents()
    const tips: string[] = []

    for (let minute = 0; minute < minutes; minute++) {
      await before[minute]?.()
      const fault = beside[minute]?.()
      await show.playMinute(minute)
      tips.push(`tip_${minute}`)
      await supporters.payTip(`tip_${minute}`, { isGeneral: minute % 6 !== 0 })
      await fault
    }

    const { twitch, youtube } = show.given
    const followRows = await show.waitUntilStored()
    expect(show.counts.follow).toBe(stormFollows)
    expect(followRows).toBeLessThan(40)
    const all = tips.length + twitch.length + youtube.length + followRows
    await expect.poll(() => [overlay.shown.length, second.shown.length], patiently).toEqual([all, all])
    expect(second.shown).toEqual(overlay.shown)
    const shownOf = (names: readonly string[]) => overlay.shown.filter((name) => names.includes(name))
    expect([shownOf(tips), shownOf(twitch), shownOf(youtube)]).toEqual([tips, twitch, youtube])
    expect(await recordedTips(product, creator)).toEqual(tips)
    await show.expectSums(tips.length, tips.length / 6)
    expect(overlay.privateFields()).toEqual([])
    expect([product.server.isRunning(), product.workers.isRunning()]).toEqual([true, true])
    console.log(
      `${all} alerts: ${tips.length} tips, ${twitch.length} of Twitch, ${youtube.length} of YouTube, ${followRows} of ${stormFollows} follows`,
    )
    second.close()
  })
})

/** What happens while a minute is played. */
function faultsBeside({ product, creator }: Participants): Record<number, () => Promise<unknown>> {
  const { control, proxies, db, url } = product
  const cut = async (...lifts: ({ lift(): void } | undefined)[]) => {
    await sleep(faultMs)
    for (const one of lifts) one?.lift()
  }
  const act = async (action: 'pause' | 'resume') => {
    const { headers } = await plantApiToken(db, creator.uid, ['panel:act'])
    const response = await fetch(`${url}/api/v1/tools/panel`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ action }),
    })
    expect(response.status).toBe(200)
  }
  return {
    5: () => control('/twitch/control/eventsub-faults', { fault: 'reconnect' }),
    10: () => cut(proxies.workersDb.blackHole()),
    15: () => act('pause'),
    16: () => act('resume'),
    20: () => cut(proxies.serverDb.blackHole()),
    25: () => cut(proxies.serverRedis?.blackHole(), proxies.workersRedis?.blackHole()),
    30: () => cut(proxies.youtube.refuse()),
    33: () => control('/youtube/control/drop-streams', {}),
    36: () => cut(proxies.mail.blackHole(), proxies.stripe.blackHole(), proxies.twitch.blackHole()),
  }
}

/** What happens before a minute, when all that was given until then is stored: Twitch sends nothing again that it sent into a lost connection. */
function faultsBefore({ product, creator }: Participants, show: Show): Record<number, () => Promise<void>> {
  return {
    async 40() {
      await show.waitUntilStored()
      await product.control('/twitch/control/eventsub-faults', { fault: 'drop' })
      await expect.poll(async () => (await show.findTwitch())?.lostUntil, patiently).toBeTruthy()
      await show.waitForEvents()
    },
    async 45() {
      await show.waitUntilStored()
      await product.workers.kill()
      await show.waitForEvents(false)
      await product.workers.start()
      await show.waitForEvents()
    },
    50: () => show.playStorm(),
    async 55() {
      await product.control('/twitch/control/revoke', { login: creator.name })
      await expect.poll(async () => (await show.findTwitch())?.endReason, patiently).toBe('revoked')
    },
  }
}
