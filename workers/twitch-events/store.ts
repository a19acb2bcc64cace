/** Stores Twitch's events one after the other, in the order in which they arrived, and a burst of one kind as one. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SentShowEvent } from '../../contract/show/show-event.ts'
import { isAway } from '../../db/is-away.ts'
import { publisher } from '../../domain/payments/open-payments.ts'
import { readTwitchEvent } from '../../domain/show/read-twitch-event.ts'
import { receiveShowBurst, receiveShowEvent } from '../../domain/show/receive-show-event.ts'
import type { ReceivedShowEvent } from '../../domain/show/receive-show-event.ts'
import type { WorkerContext } from '../context.ts'
import { publish } from '../context.ts'
import { openBursts } from './bursts.ts'
import type { Notification } from './session.ts'
import { openTrains } from './trains.ts'

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
  const trains = openTrains()
  const waiting = new Map<string, { count: number; last: Promise<void> }>()

  /** Stores something, and tries again while Postgres is away. */
  async function store(creatorUid: string, log: WorkerContext['log'], receive: Receive): Promise<void> {
    let refusals = 0
    while (mayStore()) {
      try {
        const { status } = await receive()
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

  /** Stores something after what waits of this creator. */
  function enqueue(creatorUid: string, type: string, receive: Receive): void {
    const queue = waiting.get(creatorUid) ?? { count: 0, last: Promise.resolve() }
    queue.count++
    queue.last = queue.last.then(async () => {
      await store(creatorUid, ctx.log.child({ uid: creatorUid, type }), receive)
      if (--queue.count === 0) waiting.delete(creatorUid)
    })
    waiting.set(creatorUid, queue)
  }

  const bursts = openBursts((creatorUid, events) => {
    const burst = { creatorUid, id: randomUUID(), source: 'twitch', events } as const
    enqueue(creatorUid, 'a burst', () => receiveShowBurst(publishing, burst))
  })

  function read(creatorUid: string, { id, type, event }: Notification): SentShowEvent | undefined {
    try {
      return readTwitchEvent(type, event, id)
    } catch (error) {
      const reason = (error as Error).message
      ctx.log.warn({ uid: creatorUid, type, reason }, 'an event of Twitch was not understood')
      return undefined
    }
  }

  return {
    add(creatorUid, notification) {
      const sent = read(creatorUid, notification)
      if (!sent) return true
      if ((waiting.get(creatorUid)?.count ?? 0) >= maxWaiting) return false
      if (trains.isPassed(creatorUid, sent) || bursts.take(creatorUid, sent)) return true
      const own = { creatorUid, id: randomUUID(), source: 'twitch', token: undefined, sent } as const
      enqueue(creatorUid, notification.type, () => receiveShowEvent(publishing, own))
      return true
    },
    async idle() {
      bursts.flush()
      while (waiting.size > 0) await Promise.all([...waiting.values()].map(({ last }) => last))
    },
  }
}

type Receive = () => Promise<ReceivedShowEvent>
