/** Works on stored items of payments one by one, so that one that always fails holds up no other. */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { forgetFailedWork, noteFailedWork } from '../../../db/queries/failed-work.ts'
import type { WorkItem } from '../../../db/queries/failed-work.ts'

interface Attempts<T> {
  /** Names an item, as the query that lists the items does. */
  itemOf(item: T): WorkItem
  work(item: T): Promise<unknown>
  now: Date
}

/**
 * Works on each item. One that fails waits before its next attempt, each time longer, and is given up after three days: that is an
 * error in the log, and counts in the metric of `checkPayments` until a person deletes its row of `failed_work`, after which it is
 * tried again.
 */
export async function attemptEach<T>(
  ctx: { db: Db; log: Logger },
  items: readonly T[],
  { itemOf, work, now }: Attempts<T>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item)
      await forgetFailedWork(ctx.db, itemOf(item))
    } catch (error) {
      await noteFailure(ctx, itemOf(item), error as Error, now)
    }
  }
}

async function noteFailure(
  { db, log }: { db: Db; log: Logger },
  item: WorkItem,
  error: Error,
  now: Date,
): Promise<void> {
  const isGivenUp = await noteFailedWork(db, item, { reason: error.message, now })
  if (isGivenUp) log.error({ ...item, err: error }, 'work on a payment given up: it needs a person')
  else log.warn({ ...item, err: error }, 'work on a payment failed, and will be tried again')
}
