/** Reports the payments that cannot be repaired automatically, so that the operator looks at them. */
import { Gauge } from 'prom-client'
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import { listDifferences } from '../../db/queries/payments/differences.ts'
import { listGivenUpWork } from '../../db/queries/payments/failed-work.ts'
import { listAllUnmatchedPayments } from '../../db/queries/payments/unmatched-payments.ts'

/** The maximum number of payments of each kind to report. It is enough to see what is wrong. */
const maxOfEach = 100

const stuck = new Gauge({
  name: 'brimful_payments_stuck',
  help: 'Payments that need a person: work given up, money that is not what its order asked for, and sums that differ from the provider',
  labelNames: ['reason'],
})

/** Logs, as an error, each payment that the operator has to look at. Reads no other payments. */
export async function checkPayments({ db, log }: { db: Db; log: Logger }): Promise<void> {
  const { givenUp, unmatched, differing } = await measureStuckPayments(db)
  for (const work of givenUp) log.error(work, 'work on a payment was given up')
  for (const payment of unmatched) log.error(payment, 'a payment is not what its order asked for')
  for (const payment of differing) log.error(payment, 'a payment differs from its provider')
}

/** Lists the payments that the operator has to look at, and sets this process's metric to their number. */
export async function measureStuckPayments(db: Db) {
  const givenUp = await listGivenUpWork(db, maxOfEach)
  const unmatched = await listAllUnmatchedPayments(db, maxOfEach)
  const differing = await listDifferences(db, maxOfEach)
  stuck.set({ reason: 'difference' }, differing.length)
  stuck.set({ reason: 'given_up' }, givenUp.length)
  stuck.set({ reason: 'mismatch' }, unmatched.length)
  return { givenUp, unmatched, differing }
}
