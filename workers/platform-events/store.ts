/** Stores the events of platforms one after the other, in the order in which they arrived, and a burst of one kind as one. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SentShowEvent, ShowSource } from '../../contract/show/show-event.ts'
import { isAway } from '../../db/is-away.ts'
import { publisher } from '../../domain/payments/open-payments.ts'
import { receiveShowBurst, receiveShowEvent } from '../../domain/show/receive-show-event.ts'
import type { ReceivedShowEvent } from '../../domain/show/receive-show-event.ts'
import { takeBackShowEvent } from '../../domain/panel/take-back-show-event.ts'
import type { WorkerContext } from '../context.ts'
import { publish } from '../context.ts'
import { openBursts } from './bursts.ts'
import { openTrains } from './trains.ts'

export interface EventStore {
  /** Stores an event of a creator. Returns false, and stores nothing, if too many of this creator's wait. */
  add(creatorUid: string, source: ShowSource, sent: SentShowEvent): boolean
  /** Takes an event back that the platform has taken back, by the platform's id; does nothing if it was not stored. */
  takeBack(creatorUid: string, source: ShowSource, sourceId: string): void
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
        if (await receive()) await publish(ctx, { kind: 'panel', creatorUid })
        return
      } catch (error) {
        const reason = (error as Error).message
        if (!isAway(error) && ++refusals === maxRefusals)
          return log.error({ reason }, 'an event cannot be stored')
        log.warn({ reason }, 'an event was not stored')
        await sleep(retryMs)
      }
    }
    log.warn('an event was dropped')
  }

  /** Stores something after what waits of this creator. */
  function enqueue(creatorUid: string, about: object, receive: Receive): void {
    const queue = waiting.get(creatorUid) ?? { count: 0, last: Promise.resolve() }
    queue.count++
    queue.last = queue.last.then(async () => {
      await store(creatorUid, ctx.log.child({ uid: creatorUid, ...about }), receive)
      if (--queue.count === 0) waiting.delete(creatorUid)
    })
    waiting.set(creatorUid, queue)
  }

  const bursts = openBursts((creatorUid, source, events) => {
    const burst = { creatorUid, id: randomUUID(), source, events }
    const about = { source, kind: events[0]?.kind, count: events.length }
    enqueue(creatorUid, about, async () => isHeld(await receiveShowBurst(publishing, burst)))
  })

  return {
    add(creatorUid, source, sent) {
      if ((waiting.get(creatorUid)?.count ?? 0) >= maxWaiting) return false
      if (trains.isPassed(creatorUid, sent) || bursts.take(creatorUid, source, sent)) return true
      const own = { creatorUid, id: randomUUID(), source, token: undefined, sent }
      enqueue(creatorUid, { source, kind: sent.kind }, async () =>
        isHeld(await receiveShowEvent(publishing, own)),
      )
      return true
    },
    takeBack(creatorUid, source, sourceId) {
      const event = { creatorUid, source, sourceId }
      enqueue(creatorUid, { source, kind: 'taken back' }, () => takeBackShowEvent(publishing, event))
    },
    async idle() {
      bursts.flush()
      while (waiting.size > 0) await Promise.all([...waiting.values()].map(({ last }) => last))
    },
  }
}

/** Resolves with whether the panel has to show it now: what reaches the overlay reaches the panel with its alert. */
type Receive = () => Promise<boolean>

const isHeld = ({ status }: ReceivedShowEvent) => status === 'held'
