/** Works on stored items, such as webhooks, one by one, so that an item that always fails does not hold up the others. */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { forgetFailedWork, noteFailedWork } from '../../../db/queries/payments/failed-work.ts'
import type { WorkItem } from '../../../db/queries/payments/failed-work.ts'

interface Attempts<T> {
  /** Returns the key under which failures of an item are stored. The query that lists the items uses the same key. */
  itemOf(item: T): WorkItem
  work(item: T): Promise<unknown>
  now: Date
}

/**
 * Works on each item. After each failure, an item waits longer before its next attempt, and is given up after three days. Then it
 * is logged as an error and counts in the metric of `checkPayments`, until the operator deletes its row of `failed_work`; after
 * that the item is attempted again.
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
