/** Measures what a running donothon timer costs: `capture-to-overlay` with one for each creator, against the same without. */
import { randomUUID } from 'node:crypto'
import { defaultTimerRule } from '../contract/timer/timer.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { changeTimer, createTimer } from '../domain/timer/manage-timers.ts'
import { contestant, startProduct, updateStatistics } from './capture-to-overlay.ts'
import { track } from './cleanup.ts'
import { secondRedisUrl } from './environment.ts'
import { compare, maxRepeats } from './rounds.ts'

/** The limit is a difference of 5 %, which five rounds do not show. */
const rounds = 15

/** Returns the ratios of the product with running timers to the product without. */
export async function runningTimer() {
  const plainDb = track(await createTestDb())
  const timedDb = track(await createTestDb())
  const orders = { rounds: 1 + rounds + maxRepeats }
  const plain = contestant('without timers', await startProduct(plainDb.url, orders))
  const options = { ...orders, redis: secondRedisUrl, prepare: startTimer }
  const timed = contestant('with timers', await startProduct(timedDb.url, options))
  await plain.round()
  await timed.round() // one unmeasured round of each contestant, as a warm-up
  await updateStatistics(plainDb, timedDb)
  return compare(timed, plain, { rounds })
}

async function startTimer(db: Db, uid: string): Promise<void> {
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = { kind: 'start', seconds: 3_600 } as const
  await changeTimer(db, uid, timerId, { entryId: randomUUID(), change, actor: uid })
}
