/**
 * Starts the product's programs from a folder, and follows a tip from the payment to the overlay, the chats, a page and a link card, and by its
 * trace.
 */
import { expect } from 'vitest'
import { findTestPort } from '../db/test-port.fixture.ts'
import { openTraceReceiver } from '../scripts/trace-receiver.fixture.ts'
import { openOverlay } from './failures/clients.ts'
import { ownRedisUrl } from './product.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import type { Env } from './product-parts.ts'
import { openRecords } from './records.ts'
import { keepPayingTip } from './tip-requests.ts'

interface WholeTipOptions {
  /** The folder that has `dist`, and the packages. */
  folder: string
  /** The Node that runs the programs; by default the one that runs the tests. */
  node?: string
  /** Added to the environment of the programs. */
  settings?: Env
}

/** Throws if the programs do not start, or the tip does not arrive everywhere. Ends what it has started. */
export async function followTip({ folder, node, settings = {} }: WholeTipOptions): Promise<void> {
  const parts = await prepareParts(await findTestPort())
  await using receiver = await openTraceReceiver()
  const env = { ...parts.env, REDIS_URL: ownRedisUrl(), OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
  await parts.seedDemo(env)
  await parts.setWebhooks(parts.env.PUBLIC_URL!)
  const own = { ...env, ...settings }
  const programs = [openServer(own, folder, node), openWorkers(own, folder, node)]
  try {
    for (const program of programs) await program.start()
    const records = openRecords(parts)
    const { goalId: goaluuid, creatorUid } = (await records.goalsOf('miravale'))[0]!
    const url = parts.env.PUBLIC_URL!
    const overlay = openOverlay(url, creatorUid)
    await overlay.isReady

    await keepPayingTip({ url, control: parts.control }, { uid: creatorUid, goaluuid }, { name: 'Grace' })

    await expect.poll(() => overlay.shown).toEqual(['Grace'])
    for (const chat of [
      'twitch/channel/miravale',
      `youtube/chat/${await records.youtubeChannelOf(creatorUid)}`,
    ]) {
      const lines = async () => (await records.chatLines(chat)).join('\n')
      await expect.poll(lines).toContain('Grace')
    }
    const page = await fetch(`${url}/miravale/current-goals`)
    expect(await page.text()).toContain('Mira Vale')
    const card = await fetch(`${url}/share/miravale/card.png`)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    overlay.close()
    // On a slow machine the capture is requested again, or reported by the webhook first: the request that recorded the tip counts.
    const spans = ['/api/v1/paypal/', 'tip-events', 'pg.query'].map((part) => expect.stringContaining(part))
    await expect
      .poll(() => receiver.traceOf('post to twitch').map(({ name }) => name))
      .toEqual(expect.arrayContaining(spans))
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    await parts.sandbox.close()
    await parts.close()
  }
}
