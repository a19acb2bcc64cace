/** The sweep: puts on its queue whatever is owed and was lost on the way, every second. */
import { chatDestinations } from '../contract/events.ts'
import { expireDeliveries, postponeDeliveries, takeDueDeliveries } from '../db/queries/deliveries.ts'
import { takeForgottenEvents } from '../db/queries/outbox.ts'
import { isQueued } from '../db/queue.ts'
import type { WorkerContext } from './context.ts'
import { groupByDestination, publishDeliveries } from './publish-deliveries.ts'

export interface OutboxRelay {
  /** Stops after the pass that is under way. */
  close(): Promise<void>
}

const minute = 60_000

const mailLifetimeMs = 24 * 60 * minute
const receiptLifetimeMs = 7 * mailLifetimeMs
const pushLifetimeMs = 60 * minute

const everyMs = 1_000
const batch = 500
/** A queue that does not take jobs must not keep rows locked. */
const usualPatienceMs = 5_000

/** Starts sweeping; any number of processes may, for none takes what another has locked. */
export function startOutboxRelay(ctx: WorkerContext): OutboxRelay {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let pass = Promise.resolve()

  function run(): void {
    pass = sweep(ctx)
      .catch((error: Error) => ctx.log.warn({ reason: error.message }, 'sweep failed'))
      .then(() => {
        if (!isClosed) timer = setTimeout(run, everyMs)
      })
  }
  run()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await pass
    },
  }
}

/** One pass over events that were not fanned out and deliveries that are due. */
export async function sweep(ctx: WorkerContext, patienceMs = usualPatienceMs): Promise<void> {
  await relayEvents(ctx, patienceMs)
  await expireDeliveries(ctx.db, ['mail'], mailLifetimeMs)
  await expireDeliveries(ctx.db, ['receipt'], receiptLifetimeMs)
  await expireDeliveries(ctx.db, ['push'], pushLifetimeMs)
  // A chat line about long ago is noise: the creator finds what was not told in her list of what the chats were told.
  await expireDeliveries(ctx.db, Object.values(chatDestinations), ctx.config.chatLifetimeMs)
  await relayDeliveries(ctx, patienceMs)
}

async function relayEvents({ db, queues }: WorkerContext, patienceMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const eventIds = await takeForgottenEvents(trx, batch)
    const jobs = eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } }))
    await inTime(queues.add('tip-events', jobs), patienceMs)
  })
}

async function relayDeliveries({ db, queues }: WorkerContext, patienceMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await takeDueDeliveries(trx, batch)
    if (due.length === 0) return
    const adding = groupByDestination(due).map(async ({ destination, eventIds }) => {
      if (isQueued(destination)) await publishDeliveries(queues, destination, eventIds)
    })
    await inTime(Promise.all(adding), patienceMs)
    await postponeDeliveries(trx, due)
  })
}

async function inTime(work: Promise<unknown>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not take jobs')), patienceMs)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
