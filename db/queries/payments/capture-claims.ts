/** Lets only one process at a time capture an order: it claims the order first. Stores a provider's refusal of a capture, too. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { OrderRow } from '../../schema.ts'

/**
 * The result of a claim. `claimed`: the order may be captured now. `contested`: it may be captured once the other open orders of the
 * checkout are closed. `paid`: another order of the same checkout is already paid. `busy`: another order of the checkout is being
 * captured, or the result of its capture is unknown. `closed`: the order is not open, or one of its captures was declined since the
 * caller read it.
 */
export type CaptureClaim = 'claimed' | 'contested' | 'paid' | 'busy' | 'closed'

/**
 * Claims the right to capture an order. Only one order of a checkout has the claim at a time; an order without a checkout competes
 * with no other. The claim lasts until the capture is refused or the order has ended; claiming it a second time changes nothing.
 * Reads the orders of one checkout.
 */
export async function claimCapture(db: Db, order: OrderRow): Promise<CaptureClaim> {
  try {
    const { rows } = await sql<{ isPaid: boolean; isClaimed: boolean; isContested: boolean }>`
      with sibling as (
        select status from tip_order
        where checkout_id = ${order.checkoutId} and creator_uid = ${order.creatorUid} and id <> ${order.id}
      ),
      paid as (select from sibling where status in ('CLEARING', 'COMPLETED', 'MISMATCH')),
      claim as (
        update tip_order set is_capturing = true
        -- For the reason of "is true" see docs/decisions/0035-plans-for-open-work.md.
        where id = ${order.id} and (status = 'CREATED') is true and declined_captures = ${order.declinedCaptures}
          and not exists (select from paid)
        returning id
      )
      select exists (select from paid) as is_paid, exists (select from claim) as is_claimed,
        exists (select from sibling where status in ('OPENING', 'CREATED')) as is_contested
    `.execute(db)
    if (rows[0]?.isPaid) return 'paid'
    if (!rows[0]?.isClaimed) return 'closed'
    return rows[0].isContested ? 'contested' : 'claimed'
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'tip_order_one_capture') throw error
    return 'busy'
  }
}

/** Gives a claim back before the capture was requested. */
export async function releaseClaim(db: Db, id: string): Promise<void> {
  await db.updateTable('tipOrder').set({ isCapturing: false }).where('id', '=', id).execute()
}

/**
 * Ends the claim on an order whose capture was refused. The next capture gets a new idempotency key, because for the old one a
 * provider may repeat the refusal. Returns false when this refusal is already stored.
 */
export async function endRefusedCapture(
  db: Db,
  { id, captureAttempt }: Pick<OrderRow, 'id' | 'captureAttempt'>,
  { isDeclined }: { isDeclined: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tipOrder')
    .set((eb) => ({
      captureAttempt: captureAttempt + 1,
      isCapturing: false,
      declinedCaptures: eb('declinedCaptures', '+', isDeclined ? 1 : 0),
    }))
    .where('id', '=', id)
    .where('captureAttempt', '=', captureAttempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
