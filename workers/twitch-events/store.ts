/** Stores Twitch's events one after the other, in the order in which they arrived. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAway } from '../../db/is-away.ts'
import { publisher } from '../../domain/payments/open-payments.ts'
import { readTwitchEvent } from '../../domain/show/read-twitch-event.ts'
import { receiveShowEvent } from '../../domain/show/receive-show-event.ts'
import type { WorkerContext } from '../context.ts'
import { publish } from '../context.ts'
import type { Notification } from './session.ts'

export interface EventStore {
  /** Stores an event of a creator. Returns false, and stores nothing, if too many of this creator's wait. */
  add(creatorUid: string, notification: Notification): boolean
  /** Resolves when everything that was added is stored or dropped. */
  idle(): Promise<void>
}

/** How many events of one creator may wait, for example while Postgres does not respond. */
const maxWaiting = 1_000
const retryMs = 500
/** How often one event is tried although Postgres answers. */
const maxRefusals = 5

/**
 * Opens the store. While Postgres is away, an event is tried again until `mayStore` returns false: from then on another process receives,
 * and what still waits is dropped, because that process states the time as lost. What Postgres refuses holds up nothing.
 */
export function openEventStore(ctx: WorkerContext, mayStore: () => boolean): EventStore {
  const publishing = { db: ctx.db, publish: publisher(ctx.queues, ctx.log) }
  const waiting = new Map<string, { count: number; last: Promise<void> }>()

  async function store(creatorUid: string, { id, type, event }: Notification): Promise<void> {
    const log = ctx.log.child({ uid: creatorUid, type })
    let sent
    try {
      sent = readTwitchEvent(type, event, id)
    } catch (error) {
      return log.warn({ reason: (error as Error).message }, 'an event of Twitch was not understood')
    }
    if (!sent) return
    const received = { creatorUid, id: randomUUID(), source: 'twitch', token: undefined, sent } as const
    let refusals = 0
    while (mayStore()) {
      try {
        const { status } = await receiveShowEvent(publishing, received)
        if (status === 'held') await publish(ctx, { kind: 'panel', creatorUid })
        return
      } catch (error) {
        const reason = (error as Error).message
        if (!isAway(error) && ++refusals === maxRefusals)
          return log.error({ reason }, 'an event of Twitch cannot be stored')
        log.warn({ reason }, 'an event of Twitch was not stored')
        await sleep(retryMs)
      }
    }
    log.warn('an event of Twitch was dropped')
  }

  return {
    add(creatorUid, notification) {
      const queue = waiting.get(creatorUid) ?? { count: 0, last: Promise.resolve() }
      if (queue.count >= maxWaiting) return false
      queue.count++
      queue.last = queue.last.then(async () => {
        await store(creatorUid, notification)
        if (--queue.count === 0) waiting.delete(creatorUid)
      })
      waiting.set(creatorUid, queue)
      return true
    },
    async idle() {
      while (waiting.size > 0) await Promise.all([...waiting.values()].map(({ last }) => last))
    },
  }
}
