/** Lists what gave up, and lets an admin try it once more or drop it. */
import { AppError } from '../../contract/errors.ts'
import type { CallResponse } from '../../contract/call.ts'
import { operatedDestinations } from '../../contract/events.ts'
import type { FailedItem, listFailedItems } from '../../contract/admin/payment-life-calls.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import {
  dropGivenUpDelivery,
  dropWebhook,
  listGivenUpDeliveries,
  retryGivenUpDelivery,
  retryGivenUpWork,
} from '../../db/queries/admin/failed-items.ts'
import { listGivenUpWork } from '../../db/queries/payments/failed-work.ts'
import type { Actor } from './actor.ts'

const maxListed = 20

/** Reads deliveries that gave up, the latest first, and work on payments, the oldest first. */
export async function readFailedItems(db: Db): Promise<CallResponse<typeof listFailedItems>> {
  const deliveries = await listGivenUpDeliveries(db, operatedDestinations, maxListed)
  const work = await listGivenUpWork(db, maxListed)
  return [
    ...work.map(({ kind, key, reason, givenUpAt }) => ({
      item: { kind, key },
      at: givenUpAt!.toISOString(),
      reason,
    })),
    ...deliveries.map(({ at, reason, ...item }) => ({
      item: { kind: 'delivery' as const, ...item },
      at: at.toISOString(),
      reason,
    })),
  ]
}

/**
 * Tries work that gave up once more, or drops it, and records that. Throws AppError `not_found` when it has not given up, and
 * `invalid_input` for dropping what only a person can settle at the provider.
 */
export async function endFailed(
  db: Db,
  actor: Actor,
  { item, decision }: { item: FailedItem; decision: 'retry' | 'drop' },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await end(trx, item, decision))) throw new AppError('not_found')
    const subject =
      item.kind === 'delivery' ? `${item.destination} ${item.eventId}` : `${item.kind} ${item.key}`
    await insertAdminAction(trx, { ...actor, action: decision, subject })
  })
}

async function end(trx: Trx, item: FailedItem, decision: 'retry' | 'drop'): Promise<boolean> {
  if (item.kind === 'delivery') {
    const endDelivery = decision === 'retry' ? retryGivenUpDelivery : dropGivenUpDelivery
    return endDelivery(trx, item.eventId, item.destination)
  }
  if (decision === 'drop' && item.kind !== 'webhook') throw new AppError('invalid_input')
  if (!(await retryGivenUpWork(trx, item))) return false
  if (decision === 'drop') await dropWebhook(trx, item.key)
  return true
}
