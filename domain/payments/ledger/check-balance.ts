/** Checks that the ledger balances, and raises an alarm when it does not. */
import { Gauge } from 'prom-client'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { listImbalances } from '../../../db/queries/balance.ts'
import type { Imbalance } from '../../../db/queries/imbalance.ts'

/** Enough rows to see what is wrong; a person looks at every imbalance. */
const maxOfEach = 20

const unbalanced = new Gauge({
  name: 'brimful_ledger_imbalances',
  help: 'Imbalances that the last check of the ledger found; anything but 0 needs a person',
})
const checkedAt = new Gauge({
  name: 'brimful_ledger_checked_timestamp_seconds',
  help: 'When the ledger was last checked',
})

/** Checks the whole ledger, its tips and its goals. Each imbalance is an error in the log and counts in the metric. */
export async function checkBalance({ db, log }: { db: Db; log: Logger }): Promise<Imbalance[]> {
  const imbalances = await listImbalances(db, maxOfEach)
  unbalanced.set(imbalances.length)
  checkedAt.setToCurrentTime()
  for (const imbalance of imbalances) log.error(imbalance, 'the ledger does not balance')
  return imbalances
}
