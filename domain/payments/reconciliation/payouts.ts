/** Reads the payouts to creators' banks, and which transactions each payout contains. */
import { listUnitemizedPayouts, markPaidOut, savePayouts } from '../../../db/queries/payments/payouts.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { Run } from './run.ts'

/**
 * How many days a payout may still change. It arrives within some days, and one that failed may be reported as paid for five
 * working days. https://docs.stripe.com/api/payouts/object#payout_object-status
 */
const unsettledDays = 14

/**
 * Stores the current state of the payouts of an account that were made since `since`, or within the last two weeks if that is
 * longer.
 */
export async function readPayouts(
  { ctx, now }: Run,
  { name: provider, mode, listPayouts, listPaidOut }: PaymentProvider,
  payeeId: string,
  since: Date,
): Promise<void> {
  if (!listPayouts || !listPaidOut) return
  const from = new Date(Math.min(since.getTime(), now.getTime() - unsettledDays * 86_400_000))
  const payouts = await listPayouts(payeeId, from)
  const account = { provider, mode, payeeId }
  await savePayouts(ctx.db, account, payouts)
  const itemizable = new Set(payouts.filter((one) => one.isItemizable).map((one) => one.payoutId))
  for (const payoutId of await listUnitemizedPayouts(ctx.db, provider, [...itemizable]))
    await markPaidOut(ctx.db, { provider, payoutId }, await listPaidOut(payeeId, payoutId))
}
