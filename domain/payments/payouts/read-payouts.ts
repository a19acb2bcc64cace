import type { CallResponse } from '../../../contract/call.ts'
import type { getPayouts } from '../../../contract/payments/statement-calls.ts'
import type { Db } from '../../../db/connection.ts'
import { listOnTheWay, listPayoutsOf } from '../../../db/queries/payments/payouts.ts'
import type { Mode } from '../../../db/schema.ts'

const limit = 12
const maxItems = 100

/** Returns a creator's latest payouts, each with its tips, refunds and disputes, and the money that is in no payout yet. */
export async function readPayouts(
  db: Db,
  creatorUid: string,
  mode: Mode,
): Promise<CallResponse<typeof getPayouts>> {
  const [payouts, onTheWay] = await Promise.all([
    listPayoutsOf(db, creatorUid, { mode, limit, maxItems }),
    listOnTheWay(db, creatorUid, mode),
  ])
  return {
    payouts: payouts.map((payout) => ({ ...payout, arrivesAt: payout.arrivesAt.toISOString() })),
    onTheWay: onTheWay.map((sum) => ({ ...sum, availableAt: sum.availableAt.toISOString() })),
  }
}
