/** Orders: payments opened at a provider. Claims of their captures are in `capture-claims.ts`. */
import { sql } from 'kysely'
import type { GoalProgress } from '../../../contract/goals/goal-progress.ts'
import type { Db } from '../../connection.ts'
import type { NewOrder, OrderRow, OrderStatus, Provider } from '../../schema.ts'
import { receivedUpTo, spanOfTip } from '../goals/goal-periods.ts'

/** Stores an order with the status OPENING, before it is opened at its provider. Returns its id. */
export async function insertOrder(db: Db, order: NewOrder): Promise<string> {
  const { id } = await db.insertInto('tipOrder').values(order).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Finds an order by its id at the provider. */
export async function findOrder(db: Db, provider: Provider, providerOrderId: string) {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst()
}

/** The form of our order ids, as we write them into a provider's metadata. */
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds an order by our id in a provider's metadata; undefined if that text is not one of our ids. */
export async function findOrderById(db: Db, provider: Provider, id: string): Promise<OrderRow | undefined> {
  if (!idPattern.test(id)) return undefined
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Finds the payout account that received the money of a recorded capture. */
export async function findPayeeOfCapture(
  db: Db,
  provider: Provider,
  captureId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .select('tipOrder.payeeId')
    .where('tip.provider', '=', provider)
    .where('tip.captureId', '=', captureId)
    .executeTakeFirst()
  return row?.payeeId
}

/** Returns what the supporter sees of an order after paying: names, goal, and amounts in minor units. */
export async function findCheckout(db: Db, id: string) {
  const { amountMinor, coveredFeeMinor, ...rest } = await db
    .selectFrom('tipOrder as o')
    .innerJoin('account as creator', 'creator.uid', 'o.creatorUid')
    .leftJoin('goal', 'goal.goalId', 'o.goalId')
    .select(['o.status', 'o.amountMinor', 'o.coveredFeeMinor', 'o.currency', 'o.goalId as goalUid'])
    .select('o.waitsForPayee')
    .select(['creator.displayName as creatorName', 'creator.userName as creatorUserName'])
    .select('goal.title as goalTitle')
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...rest, amount: amountMinor, charged: amountMinor + coveredFeeMinor }
}

/**
 * Returns a goal's target and what it had received before and with the tip of this order; null for a general tip, an unpaid order,
 * and a tip that is more than a day old.
 */
export async function findGoalProgress(db: Db, orderId: string): Promise<GoalProgress | null> {
  const { rows } = await sql<GoalProgress>`
    select s.amount_minor as amount, greatest(r.after - kept_worth(t), 0)::bigint as before,
      greatest(r.after, 0)::bigint as after, g.currency
    from tip t
    join goal g on g.goal_id = t.goal_id
    join ${spanOfTip}
    cross join lateral (select ${receivedUpTo} as after) r
    where t.order_id = ${orderId} and t.captured_at > now() - interval '1 day'
  `.execute(db)
  return rows[0] ?? null
}

/** Changes the status of an order, unless it is COMPLETED. */
export async function updateOrderStatus(db: Db, id: string, status: OrderStatus): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ status, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '<>', 'COMPLETED')
    .execute()
}

/**
 * Records that the payment of an order is on its way and not paid yet, unless it is COMPLETED. `waitsForPayee`: until the creator
 * accepts it at the provider.
 */
export async function markOrderClearing(db: Db, id: string, waitsForPayee: boolean): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ status: 'CLEARING', waitsForPayee, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '<>', 'COMPLETED')
    .execute()
}

/**
 * Stores the provider's id of an order that it has opened. Returns false if the order has ended meanwhile, because another order of
 * its checkout was opened.
 */
export async function markOrderCreated(db: Db, id: string, providerOrderId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tipOrder')
    .set({ status: 'CREATED', providerOrderId, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'OPENING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lists open orders that are due to be looked up at the provider (`order_due_at`), the longest due first. Reads an index of them. */
export async function listQuietOrders(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('status', 'in', ['OPENING', 'CREATED', 'CLEARING'])
    .where(dueAt, '<', sql<Date>`${now}::timestamptz at time zone 'utc'`)
    .orderBy(dueAt)
    .limit(limit)
    .execute()
}

const dueAt = sql<Date>`order_due_at(created_at, updated_at)`

/** Records that an order is looked up at the provider now, so that all other open orders come before it the next time. */
export async function touchOrder(db: Db, id: string): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
