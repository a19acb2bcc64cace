/** Reads the payouts to a creator's bank, and which transactions each one held. */
import { listUnitemizedPayouts, markPaidOut, savePayouts } from '../../../db/queries/payouts.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { Run } from './run.ts'

/**
 * A payout arrives within some days, and one that failed may be reported as paid for five working days.
 * https://docs.stripe.com/api/payouts/object#payout_object-status
 */
const unsettledDays = 14

/** Stores the payouts of an account made since then, and of the last two weeks, as they are now. */
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
