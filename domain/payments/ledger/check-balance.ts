/** Looks whether the books balance, and raises the alarm when they do not. */
import { Gauge } from 'prom-client'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { listImbalances } from '../../../db/queries/balance.ts'
import type { Imbalance } from '../../../db/queries/balance.ts'

/** Enough to know what is wrong; a wrong book is looked at by a person. */
const mostOfEach = 20

const unbalanced = new Gauge({
  name: 'brimful_books_imbalances',
  help: 'What did not balance in the books when they were last checked: 0 is right, anything else needs a person',
})
const checkedAt = new Gauge({
  name: 'brimful_books_checked_timestamp_seconds',
  help: 'When the books were last checked',
})

/** Checks all of the ledger, its tips and its goals; each imbalance is an error in the log and counts in the metric. */
export async function checkBalance({ db, log }: { db: Db; log: Logger }): Promise<Imbalance[]> {
  const imbalances = await listImbalances(db, mostOfEach)
  unbalanced.set(imbalances.length)
  checkedAt.setToCurrentTime()
  for (const imbalance of imbalances) log.error(imbalance, 'the books do not balance')
  return imbalances
}
