/**
 * Runs a task in only one process at a time, with a lease in Postgres. The holder renews the lease every second, and stops the
 * task before the lease expires.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openDb } from '../db/connection.ts'
import { releaseLease, takeLease } from '../db/queries/leases.ts'
import type { WorkerContext } from './context.ts'

export interface HeldLease {
  /** Returns whether enough time of the lease remains to start something. */
  isSafe(): boolean
}

export interface LeasedTask {
  /** Finishes the work in progress, then resolves. */
  close(): Promise<void>
  /** Stops at once. Work in progress fails, and has no further effect outside the process. */
  drop(): Promise<void>
}

export interface Lease {
  /** Ends the task and releases the lease, so that another process can take it at once. */
  close(): Promise<void>
}

/** The lease of a killed process expires within this time. */
const ttlMs = 3_000
const renewMs = 1_000
/** How often a process that does not hold the lease tries to take it. */
const retryMs = 250
/** A query for the lease that takes longer than this is cancelled and repeated. */
const queryTimeoutMs = 800
/** If less than this remains of the lease, nothing new is started. When only `cutOffMs` remains, unfinished work is dropped. */
const minRemainingMs = 1_000
const cutOffMs = 300

/** Keeps trying to take a lease. Calls `begin` each time the lease is taken, but not before an earlier task has ended. */
export function keepLease(
  { config, log }: Pick<WorkerContext, 'config' | 'log'>,
  name: string,
  begin: (lease: HeldLease) => LeasedTask,
): Lease {
  const onError = (error: Error) => log.warn({ lease: name, reason: error.message }, 'lease in trouble')
  // A separate connection, because a renewal that waits behind a burst of jobs would come too late.
  const db = openDb(config.databaseUrl, { poolSize: 1, timeoutMs: queryTimeoutMs, onError })
  const holder = randomUUID()
  const leased = openLeasedTask(log.child({ lease: name }), begin)
  const stop = new AbortController()

  async function renew(): Promise<number> {
    await leased.ended()
    const sentAt = performance.now()
    const { isHeld, leftMs } = await takeLease(db, name, holder, ttlMs)
    if (isHeld) leased.extend(sentAt)
    else leased.lose()
    return isHeld ? renewMs : Math.min(leftMs + 1, retryMs)
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const waitMs = await renew().catch((error: Error) => {
        onError(error)
        return retryMs
      })
      await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => {}) // an abort ends the wait
    }
  }
  const running = run()

  return {
    async close() {
      await leased.close() // the lease is still renewed while the task ends
      stop.abort()
      await running
      await releaseLease(db, name, holder).catch(onError)
      await db.destroy()
    },
  }
}

/** Tracks how long this process holds the lease, and runs the task during that time. */
function openLeasedTask(log: Logger, begin: (lease: HeldLease) => LeasedTask) {
  let task: LeasedTask | undefined
  let ended = Promise.resolve()
  let deadline: NodeJS.Timeout | undefined
  let safeUntil = 0
  let isClosed = false
  const isSafe = () => performance.now() < safeUntil

  function lose(): void {
    clearTimeout(deadline)
    if (!task) return
    log.warn('lease lost')
    ended = task
      .drop()
      .catch((error: Error) => log.error({ reason: error.message }, 'task of a lost lease not ended'))
    task = undefined
  }

  return {
    /**
     * Extends the time that this process may act in, after a renewal that was sent at `sentAt`. Postgres counts the lease from a later
     * moment, so this process always stops before the lease ends. Only durations are compared, so clocks may differ.
     */
    extend(sentAt: number): void {
      clearTimeout(deadline)
      if (isClosed && !task) return
      safeUntil = sentAt + ttlMs - minRemainingMs
      deadline = setTimeout(lose, sentAt + ttlMs - cutOffMs - performance.now())
      if (task) return
      log.info('lease taken')
      task = begin({ isSafe })
    },
    lose,
    /** Resolves when a dropped task has ended. */
    ended: () => ended,
    async close(): Promise<void> {
      isClosed = true
      const last = task
      await last?.close()
      await ended
      clearTimeout(deadline)
      task = undefined
    },
  }
}
