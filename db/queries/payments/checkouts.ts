/** The orders of one checkout: all orders that were opened to pay the same tip, at any provider. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { OrderRow } from '../../schema.ts'

export interface CheckoutKey {
  creatorUid: string
  checkoutId: string
}

/** The most open orders of a checkout that are listed. Since orders are sole, there is one at a time. */
const maxOpen = 20

const isOpen = sql<boolean>`status in ('OPENING', 'CREATED')`

/** Lists the open orders of a checkout, other than the given one, oldest first. */
export async function listOpenOrdersOf(
  db: Db,
  { creatorUid, checkoutId }: CheckoutKey,
  exceptId: string | undefined,
): Promise<OrderRow[]> {
  return db
    .selectFrom('tipOrder')
    .selectAll()
    .where('checkoutId', '=', checkoutId)
    .where('creatorUid', '=', creatorUid)
    .where(isOpen)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .orderBy('createdAt')
    .limit(maxOpen)
    .execute()
}

/**
 * Finds the order, other than the given one, whose payment became the tip of a checkout; or else one whose payment is on its way, or
 * that was paid another sum than it is for.
 */
export async function findPaidOrderOf(
  db: Db,
  { creatorUid, checkoutId }: CheckoutKey,
  exceptId: string | undefined,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('tipOrder')
    .leftJoin('tip', 'tip.orderId', 'tipOrder.id')
    .selectAll('tipOrder')
    .where('tipOrder.checkoutId', '=', checkoutId)
    .where('tipOrder.creatorUid', '=', creatorUid)
    .where('tipOrder.status', 'in', ['CLEARING', 'COMPLETED', 'MISMATCH'])
    .$if(exceptId !== undefined, (query) => query.where('tipOrder.id', '<>', exceptId!))
    .orderBy(sql`tip.id is not null and tip.repeats_tip_id is null`, 'desc')
    .orderBy('tipOrder.createdAt')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Ends an order, so that it is never captured. Returns false if its status has changed meanwhile or, with `unlessCapturing`, while
 * a capture of it may be under way.
 */
export async function endOpenOrder(
  db: Db,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
  { unlessCapturing }: { unlessCapturing: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tipOrder')
    .set({ status: 'EXPIRED', updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', status)
    .$if(unlessCapturing, (query) => query.where('isCapturing', '=', false))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns whether the payment of an order came after another one of its checkout, so that it is sent back. */
export async function isRepeat(db: Db, orderId: string): Promise<boolean> {
  const repeat = await db
    .selectFrom('tip')
    .select('id')
    .where('orderId', '=', orderId)
    .where('repeatsTipId', 'is not', null)
    .executeTakeFirst()
  return repeat !== undefined
}

/** Returns whether an order was refused because another order of its checkout is open. */
export function isBesideOpenOrder(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'tip_order_sole'
}
