/** The sweep, every second: puts events on their queue whose jobs were lost, and ends deliveries that came too late. */
import { expireDeliveries } from '../db/queries/deliveries.ts'
import { takeForgottenEvents } from '../db/queries/outbox.ts'
import type { WorkerContext } from './context.ts'
import { startLoop } from './loop.ts'

const sweepMs = 1_000
const maxEvents = 500
/** How long a queue may take to accept jobs, because the rows of their events are locked meanwhile. */
const queueTimeoutMs = 5_000

/** Starts sweeping; any number of processes may, because each skips what another has locked. */
export function startOutboxRelay(ctx: WorkerContext): { close(): Promise<void> } {
  const loop = startLoop(async () => {
    await sweep(ctx).catch((error: Error) => ctx.log.warn({ reason: error.message }, 'sweep failed'))
    return sweepMs
  })
  return { close: () => loop.end() }
}

/** Makes one pass over open events and late deliveries. */
export async function sweep(ctx: WorkerContext, timeoutMs = queueTimeoutMs): Promise<void> {
  await relayEvents(ctx, timeoutMs)
  const expiredMails = await expireDeliveries(ctx.db)
  if (expiredMails > 0) ctx.log.warn({ mails: expiredMails }, 'account mail expired')
}

async function relayEvents({ db, queues }: WorkerContext, timeoutMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const eventIds = await takeForgottenEvents(trx, maxEvents)
    const jobs = eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } }))
    await withTimeout(queues.add('tip-events', jobs), timeoutMs)
  })
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not take jobs')), timeoutMs)
  })
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
