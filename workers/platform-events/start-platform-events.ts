/**
 * Receives the events of all creators who have them on. Each creator has one connection, which one process holds; a process that ends, hangs
 * or is cut off is replaced when its time is over.
 */
import { randomUUID } from 'node:crypto'
import { renewReceivers, takeReceivers } from '../../db/queries/show/event-receivers.ts'
import type { WorkerContext } from '../context.ts'
import { startLoop } from '../loop.ts'
import { gatherMs } from './bursts.ts'
import type { EventSource, OpenEventSource, Receiver } from './receiver.ts'
import { openEventStore } from './store.ts'
import { twitchEvents } from './twitch/receiver.ts'
import { youtubeEvents } from './youtube/receiver.ts'

const ttlMs = 15_000
const renewMs = 3_000
/** How often receivers that are free are looked for; those whose holder is gone, when the own ones are renewed. */
const pollMs = 1_000
/** How long before its time is over a process stops storing. */
const marginMs = 2_000
/** How many connections one process opens. */
const maxReceivers = 2_000
/** How many it opens at once, because each takes up to ten calls to the platform's API. */
const takenAtOnce = 20

const sources: readonly OpenEventSource[] = [twitchEvents, youtubeEvents]

/** Starts receiving from the platforms that this installation has. */
export function startPlatformEvents(ctx: WorkerContext): { close(): Promise<void> } {
  const started = sources.flatMap((open) => open(ctx) ?? []).map((source) => startSource(ctx, source))
  return {
    async close() {
      await Promise.all(started.map((source) => source.close()))
    },
  }
}

function startSource(ctx: WorkerContext, source: EventSource): { close(): Promise<void> } {
  const own = { platform: source.platform, holder: randomUUID() }
  const receivers = new Map<string, Receiver>()
  const ending = new Set<Promise<void>>()
  let heldUntil = performance.now() + ttlMs
  let renewAt = 0
  const store = openEventStore(ctx, () => performance.now() < heldUntil - marginMs)

  async function renew(): Promise<void> {
    const sentAt = performance.now()
    const held = await renewReceivers(ctx.db, own, { ttlMs, unstoredMs: gatherMs })
    heldUntil = sentAt + ttlMs
    renewAt = sentAt + renewMs
    for (const [uid, receiver] of receivers) {
      if (held.has(uid)) continue
      receivers.delete(uid)
      const end = receiver.close(false).finally(() => ending.delete(end))
      ending.add(end)
    }
  }

  async function take(isThorough: boolean): Promise<void> {
    const limit = Math.min(takenAtOnce, maxReceivers - receivers.size)
    if (limit === 0) return
    for (const uid of await takeReceivers(ctx.db, own, { ttlMs, limit, isThorough }))
      receivers.set(uid, source.open({ ...own, uid }, store))
  }

  async function work(): Promise<number> {
    try {
      const isDue = performance.now() >= renewAt
      if (isDue) await renew()
      await take(isDue)
    } catch (error) {
      ctx.log.warn({ reason: (error as Error).message }, 'receivers of events not renewed')
    }
    return pollMs
  }

  const loop = startLoop(work)
  return {
    async close() {
      await loop.end()
      const closing = [...receivers.values()].map((receiver) => receiver.close(true))
      await Promise.all([...closing, ...ending, store.idle()]).catch((error: Error) => {
        ctx.log.warn({ reason: error.message }, 'receivers of events not released')
      })
    },
  }
}
