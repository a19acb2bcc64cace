/** Orders: payments opened at a provider. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { NewOrder, OrderRow, OrderStatus, Provider } from '../schema.ts'

/** Stores an order that is about to be opened, as OPENING; returns its id. */
export async function insertOrder(db: Db, order: NewOrder): Promise<string> {
  const { id } = await db.insertInto('tipOrder').values(order).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function findOrder(
  db: Db,
  provider: Provider,
  providerOrderId: string,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst()
}

/** An order by our own id of it, as somebody else tells it. */
export async function findOrderById(db: Db, provider: Provider, id: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('provider', '=', provider)
    .where((eb) => eb(eb.cast('id', 'text'), '=', id)) // it comes from outside, and may be no uuid
    .executeTakeFirst()
}

/** To which account a booked payment went, by the provider's id of it. */
export async function findPayeeOfCapture(
  db: Db,
  provider: Provider,
  captureId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .select('tipOrder.providerAccountId')
    .where('tip.provider', '=', provider)
    .where('tip.captureId', '=', captureId)
    .executeTakeFirst()
  return row?.providerAccountId
}

/** What the fan who pays an order is told about it. */
export async function findCheckout(db: Db, id: string) {
  const { amountMinor, coveredFeeMinor, ...rest } = await db
    .selectFrom('tipOrder as o')
    .innerJoin('account as creator', 'creator.uid', 'o.creatorUid')
    .leftJoin('goal', 'goal.goaluuid', 'o.goaluuid')
    .select(['o.status', 'o.amountMinor', 'o.coveredFeeMinor', 'o.currency', 'o.goaluuid as goalUid'])
    .select(['creator.displayName as creatorName', 'creator.userName as creatorUserName'])
    .select('goal.title as goalTitle')
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...rest, amount: amountMinor, charged: amountMinor + coveredFeeMinor }
}

/** Moves an order on; one that is COMPLETED stays so, whoever comes late. */
export async function updateOrderStatus(db: Db, id: string, status: OrderStatus): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ status, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '<>', 'COMPLETED')
    .execute()
}

/** The provider has answered: the order now has its id there. */
export async function markOrderCreated(db: Db, id: string, providerOrderId: string): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ status: 'CREATED', providerOrderId, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** After a definite refusal the next capture is a new one; false when somebody has counted on already. */
export async function countCaptureAttempt(
  db: Db,
  order: Pick<OrderRow, 'id' | 'captureAttempt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tipOrder')
    .set({ captureAttempt: order.captureAttempt + 1 })
    .where('id', '=', order.id)
    .where('captureAttempt', '=', order.captureAttempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Orders that are neither paid nor given up and were last heard of `quietMs` before `now`, oldest first. The older one is,
 * the longer it is left alone: one that nobody ever pays is looked up some twenty times in three days.
 */
export async function listQuietOrders(
  db: Db,
  now: Date,
  quietMs: number,
  limit: number,
): Promise<OrderRow[]> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('status', 'in', ['OPENING', 'CREATED', 'CLEARING'])
    .where('updatedAt', '<', new Date(now.getTime() - quietMs))
    .where(sql<boolean>`${now}::timestamptz - updated_at > (updated_at - created_at) / 2`)
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
}

/** Puts an order at the end of the line for looking it up. */
export async function touchOrder(db: Db, id: string): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
