/** Checks that the ledger balances, and raises an alarm when it does not. */
import { Gauge } from 'prom-client'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { listImbalances, listImbalancesIn } from '../../../db/queries/payments/balance.ts'
import type { EntryRange, Imbalance } from '../../../db/queries/payments/imbalance.ts'
import { markChecked, readCheckRange } from '../../../db/queries/payments/ledger-check.ts'

/** The maximum number of imbalances of each kind to report. It is enough to see what is wrong. */
const maxOfEach = 20
/** The maximum number of entries that one statement checks. */
const maxEntries = 10_000

const unbalanced = new Gauge({
  name: 'brimful_ledger_imbalances',
  help: 'Imbalances that the last check of the ledger found; anything but 0 needs a person',
})
const checkedAt = new Gauge({
  name: 'brimful_ledger_checked_timestamp_seconds',
  help: 'When the ledger was last checked',
})

interface CheckContext {
  db: Db
  log: Logger
}

/** Checks the whole ledger, the tips and the goals. Each imbalance is logged as an error, and the metric is set to their number. */
export async function checkBalance(ctx: CheckContext): Promise<Imbalance[]> {
  return raise(ctx, await listImbalances(ctx.db, maxOfEach))
}

/**
 * Checks the tips that have entries since the last check. While there is an imbalance, every call checks the same entries. Goals
 * and the sums of whole years are checked only by `checkBalance`.
 */
export async function checkNewEntries(ctx: CheckContext): Promise<Imbalance[]> {
  const range = await readCheckRange(ctx.db)
  const found = await checkRange(ctx.db, range)
  if (found.length === 0) await markChecked(ctx.db, range)
  return raise(ctx, found)
}

/** Checks a range of entries in parts of `maxEntries`, until the first part with an imbalance. */
async function checkRange(db: Db, { after, upTo }: EntryRange): Promise<Imbalance[]> {
  for (let from = after; from < upTo; from += maxEntries) {
    const part = { after: from, upTo: Math.min(from + maxEntries, upTo) }
    const found = await listImbalancesIn(db, part, maxOfEach)
    if (found.length > 0) return found
  }
  return []
}

function raise({ log }: CheckContext, imbalances: Imbalance[]): Imbalance[] {
  unbalanced.set(imbalances.length)
  checkedAt.setToCurrentTime()
  for (const imbalance of imbalances) log.error(imbalance, 'the ledger does not balance')
  return imbalances
}
