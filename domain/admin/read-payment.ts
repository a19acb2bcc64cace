/** Reads one payment with all that happened to it, for the person who has to repair it. It has no names and no messages. */
import { AppError } from '../../contract/errors.ts'
import type { PaymentLife, PaymentStep } from '../../contract/admin/payment-life-calls.ts'
import type { Db } from '../../db/connection.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import {
  findOrderOf,
  getPaidOrder,
  listPaymentWebhooks,
  listReports,
  listTipDeliveries,
  listTipMovements,
} from '../../db/queries/payments/payment-life.ts'
import type { LifeRow, PaidOrderRow } from '../../db/queries/payments/payment-life.ts'

/** Finds a payment by any of its ids, and records who looked at it. Throws AppError `not_found`. */
export async function readPaymentLife(db: Db, adminUid: string | null, id: string): Promise<PaymentLife> {
  const orderId = await findOrderOf(db, id)
  if (!orderId) throw new AppError('not_found')
  const order = await getPaidOrder(db, orderId)
  await insertAdminAction(db, { adminUid, action: 'payment', subject: orderId })
  const steps = [...toOwnSteps(order), ...(await readSteps(db, order))]
  return {
    orderId,
    tipId: order.tipId,
    provider: order.provider,
    mode: order.mode,
    creator: order.userName,
    amount: order.amountMinor,
    currency: order.currency,
    steps: steps.toSorted((one, other) => one.at.localeCompare(other.at)),
  }
}

async function readSteps(db: Db, order: PaidOrderRow): Promise<PaymentStep[]> {
  const { tipId, captureId, provider } = order
  const capture = captureId === null ? undefined : { provider, captureId }
  const refunds = capture ? await listReports(db, 'provider_refund', capture) : []
  const disputes = capture ? await listReports(db, 'dispute', capture) : []
  const times = [order.createdAt, order.capturedAt, ...[...refunds, ...disputes].map(({ at }) => at)]
  const ids = [
    order.id,
    order.providerOrderId,
    captureId,
    ...[...refunds, ...disputes].map(({ name }) => name),
  ]
  const webhooks = await listPaymentWebhooks(db, order, {
    times: times.filter((time) => time !== null),
    ids: ids.filter((id) => id !== null),
  })
  return [
    ...toSteps('ledger', tipId ? await listTipMovements(db, tipId) : []),
    ...toSteps('delivery', tipId ? await listTipDeliveries(db, tipId) : []),
    ...toSteps('refund', refunds),
    ...toSteps('dispute', disputes),
    ...toSteps('webhook', webhooks),
  ]
}

function toOwnSteps({
  createdAt,
  providerOrderId,
  status,
  amountMinor,
  ...tip
}: PaidOrderRow): PaymentStep[] {
  const rest = { amount: amountMinor, attempts: null, problem: null }
  const opened = { ...rest, name: providerOrderId ?? '–', state: status, at: createdAt }
  if (!tip.capturedAt || !tip.captureId) return toSteps('order', [opened])
  const captured = { ...rest, name: tip.captureId, state: tip.hold ?? 'captured', at: tip.capturedAt }
  return [...toSteps('order', [opened]), ...toSteps('capture', [captured])]
}

function toSteps(kind: PaymentStep['kind'], rows: readonly LifeRow[]): PaymentStep[] {
  return rows.map(({ at, name, state, amount, attempts, problem }) => ({
    at: at.toISOString(),
    kind,
    name,
    state,
    amount,
    attempts,
    problem,
  }))
}
