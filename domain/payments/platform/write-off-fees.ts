/** Writes off fees that creators have owed for so long that nothing will pay for them. */
import type { Db } from '../../../db/connection.ts'
import { listUnpaidFeesAfter, writeOffFees } from '../../../db/queries/payments/fee-write-offs.ts'
import type { UnpaidFees } from '../../../db/queries/payments/fee-write-offs.ts'
import type { Config } from '../../config/config.ts'

/**
 * After this many whole months a fee is written off (docs/decisions/0041-fee-write-offs.md). It must be longer than a tip can be refunded or
 * disputed, because that would return the fee once more: at PayPal 180 days, and 13 months for a payment that was not authorised.
 * https://www.paypal.com/uk/smarthelp/article/how-do-i-issue-a-refund-faq780,
 * https://www.paypal.com/ch/cshelp/article/dispute-filing-timeframes-help1173
 */
const keptMonths = 24
const creatorsAtOnce = 500

/**
 * Writes off what is older, for every creator who owes fees, each in a transaction of its own. Repeats change nothing. A creator whose
 * transaction fails holds up no other; then it throws at the end, and the next day tries again.
 */
export async function writeOffOldFees({
  db,
  config,
}: {
  db: Db
  config: Pick<Config, 'mode'>
}): Promise<void> {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1))
  const before = first.toISOString().slice(0, 10)
  const failed: Error[] = []
  let unpaid: UnpaidFees[] = []
  do {
    unpaid = await listUnpaidFeesAfter(db, config.mode, unpaid.at(-1), creatorsAtOnce)
    for (const one of unpaid)
      await db
        .transaction()
        .execute((trx) => writeOffFees(trx, one, before))
        .catch((error: Error) => void failed.push(error))
  } while (unpaid.length > 0)
  if (failed.length > 0) throw new AggregateError(failed, 'fees that could not be written off')
}
