/** Shows a person the payments that nothing repairs. */
import { Gauge } from 'prom-client'
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import { listGivenUpWork, listMismatches } from '../../db/queries/failed-work.ts'

/** Enough rows to see what is wrong. */
const maxOfEach = 100

const stuck = new Gauge({
  name: 'brimful_payments_stuck',
  help: 'Payments that need a person: work given up, and money that is not what its order asked for',
  labelNames: ['reason'],
})

/** Counts the payments that need a person in the metric, and logs each as an error. Reads nothing else. */
export async function checkPayments({ db, log }: { db: Db; log: Logger }): Promise<void> {
  const givenUp = await listGivenUpWork(db, maxOfEach)
  const mismatches = await listMismatches(db, maxOfEach)
  stuck.set({ reason: 'given_up' }, givenUp.length)
  stuck.set({ reason: 'mismatch' }, mismatches.length)
  for (const work of givenUp) log.error(work, 'work on a payment was given up')
  for (const order of mismatches) log.error(order, 'a payment is not what its order asked for')
}
