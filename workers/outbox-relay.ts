/**
 * Runs the sweep every second. It enqueues events whose jobs were lost. If the queue does not accept them or does not pass them
 * on, the sweep fans them out itself. It also ends deliveries that have expired.
 */
import type { Destination, TipEventJob } from '../contract/events.ts'
import { isAway } from '../db/is-away.ts'
import { expireDeliveries } from '../db/queries/deliveries/deliveries.ts'
import { takeForgottenEvents } from '../db/queries/deliveries/outbox.ts'
import type { WorkerContext } from './context.ts'
import { fanOutOpen } from './fan-out.ts'
import { startLoop } from './loop.ts'

const sweepMs = 1_000
const maxEvents = 500
/** Every second, deliveries are ended that have expired so recently; every minute, those that were leased when they expired. */
const recentMs = 10_000
const fullMs = 60_000
/** How long the queue may take to accept jobs. Meanwhile the rows of their events are locked, and their alerts wait. */
const queueTimeoutMs = 1_000

/** Starts the sweep. Any number of processes may run it, because each skips rows that another has locked. */
export function startOutboxRelay(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
): { close(): Promise<void> } {
  let fullAt = -Infinity
  const loop = startLoop(async () => {
    const isFull = performance.now() - fullAt >= fullMs
    if (isFull) fullAt = performance.now()
    await sweep(ctx, reachable, isFull ? undefined : recentMs).catch((error: Error) =>
      ctx.log.warn({ reason: error.message }, 'sweep failed'),
    )
    return sweepMs
  })
  return { close: () => loop.end() }
}

/**
 * Handles all events that are not fanned out and all expired deliveries once; with `expiredWithinMs`, only the deliveries that have
 * expired within this time.
 */
export async function sweep(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
  expiredWithinMs?: number,
): Promise<void> {
  const left = await relayEvents(ctx)
  if (left.length > 0) await fanOutAll(ctx, left, reachable)
  const expiredMails = await expireDeliveries(ctx.db, expiredWithinMs)
  if (expiredMails > 0) ctx.log.warn({ mails: expiredMails }, 'account mail expired')
}

/**
 * Enqueues forgotten events. Returns those that the queue does not accept, and those that it accepted but gave to no worker in
 * time, for example because a worker's connection is dead. The caller fans these out, so that alerts never wait for Redis.
 */
async function relayEvents({ db, queues, log }: WorkerContext): Promise<TipEventJob[]> {
  return db.transaction().execute(async (trx) => {
    const taken = await takeForgottenEvents(trx, maxEvents)
    const [overdue, others] = [true, false].map((isOverdue) =>
      taken.filter((event) => event.isOverdue === isOverdue).map(({ eventId }) => ({ eventId })),
    ) as [TipEventJob[], TipEventJob[]]
    const jobs = others.map((data) => ({ id: `ev-${data.eventId}`, data }))
    const refused = await withTimeout(queues.add('tip-events', jobs), queueTimeoutMs).then(
      () => [],
      (error: Error) => {
        log.warn({ reason: error.message, events: others.length }, 'fanned out without the queue')
        return others
      },
    )
    return [...overdue, ...refused]
  })
}

/**
 * Fans events out together. If that fails, fans out each event separately, so that one that always fails does not hold up the
 * others.
 */
async function fanOutAll(
  ctx: WorkerContext,
  jobs: readonly TipEventJob[],
  reachable: ReadonlySet<Destination>,
): Promise<void> {
  const eventIds = jobs.map(({ eventId }) => eventId)
  try {
    await fanOutOpen(ctx, eventIds, reachable)
  } catch (error) {
    if (isAway(error)) throw error
    for (const eventId of eventIds)
      await fanOutOpen(ctx, [eventId], reachable).catch(({ message }: Error) =>
        ctx.log.warn({ eventId, reason: message }, 'event not fanned out'),
      )
  }
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not take jobs')), timeoutMs)
  })
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
