/** Looks up all open orders, disputes and refunds at their provider, whatever their age. */
import {
  listOpenDisputes,
  listOpenOrders,
  listTipsWithOpenRefunds,
} from '../../../db/queries/payments/reconciliation.ts'
import type { OpenDispute, TipToReconcile } from '../../../db/queries/payments/reconciliation.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { resolveOrder } from '../orders/resolve-open-orders.ts'
import { attempt, readPages } from './run.ts'
import type { Run } from './run.ts'
import { recordFoundDispute, reconcileTip } from './tips.ts'

/** Looks up open orders, disputes and refunds at their provider, and records their present state. */
export async function reconcileOpenItems(run: Run): Promise<void> {
  const { db } = run.ctx
  const orders = readPages<OrderRow>((after) => listOpenOrders(db, after?.id))
  for await (const order of orders) await attempt(run, order.id, () => reconcileOrder(run, order))
  const disputes = readPages<OpenDispute>((after) => listOpenDisputes(db, after))
  for await (const dispute of disputes)
    await attempt(run, dispute.disputeId, () => reconcileDispute(run, dispute))
  for await (const tip of readPages<TipToReconcile>((after) => listTipsWithOpenRefunds(db, after)))
    await attempt(run, tip.id, () => reconcileTip(run, tip))
}

async function reconcileOrder({ ctx, now, report }: Run, order: OrderRow): Promise<void> {
  report.orders += 1
  if ((await resolveOrder(ctx, order, now)) === 'captured') report.repaired.tips.push(order.id)
}

async function reconcileDispute(
  run: Run,
  { provider, disputeId, status, payeeId }: OpenDispute,
): Promise<void> {
  run.report.disputes += 1
  const found = await run.ctx.payments[provider]?.findDispute(disputeId, payeeId)
  if (!found || found.status === status) return
  await recordFoundDispute(run, found)
}
