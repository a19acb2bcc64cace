/** Measures what a running donothon timer costs: `capture-to-overlay` with one for each creator, against the same without. */
import { randomUUID } from 'node:crypto'
import { defaultTimerRule } from '../contract/timer/timer.ts'
import type { Db } from '../db/connection.ts'
import { changeTimer, createTimer } from '../domain/timer/manage-timers.ts'
import { contestant, createDurableDb, startProduct, updateStatistics } from './capture-to-overlay.ts'
import { compare } from './rounds.ts'

/** Returns the ratios of the product with running timers to the product without. */
export async function runningTimer() {
  const [plainDb, timedDb] = [await createDurableDb(), await createDurableDb()]
  const plain = contestant('without timers', await startProduct(plainDb))
  const timed = contestant('with timers', await startProduct(timedDb, { prepare: startTimer }))
  await plain.round()
  await timed.round() // one unmeasured round of each contestant, as a warm-up
  await updateStatistics(plainDb, timedDb)
  return compare(timed, plain)
}

async function startTimer(db: Db, uid: string): Promise<void> {
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = { kind: 'start', seconds: 3_600 } as const
  await changeTimer(db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
}
