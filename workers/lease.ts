/** A duty that one process at a time may have, by a lease in Postgres: taken, renewed every second, laid down in time. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openDb } from '../db/connection.ts'
import { releaseLease, takeLease } from '../db/queries/leases.ts'
import type { WorkerContext } from './context.ts'

export interface HeldLease {
  /** Whether there is time left to begin something. */
  isSafe(): boolean
}

export interface Duty {
  /** Ends when what is under way is done. */
  close(): Promise<void>
  /** Ends now: what is under way fails, and nothing of it is seen outside any more. */
  drop(): Promise<void>
}

export interface Lease {
  /** Ends the duty and gives the lease back: whoever waits for it takes it at once. */
  close(): Promise<void>
}

/** After a process is killed, its lease runs out within this time. */
const ttlMs = 3_000
const renewMs = 1_000
/** How often those without it look. */
const lookMs = 250
/** Postgres that does not answer for so long is asked again. */
const patienceMs = 800
/** Nothing is begun with less time left, and what is not done by the last of it is cut off. */
const leastMs = 1_000
const lastMs = 300

/** Asks for a lease again and again; `begin` is called each time it is won, never while an earlier duty is still ending. */
export function keepLease(
  { config, log }: Pick<WorkerContext, 'config' | 'log'>,
  name: string,
  begin: (lease: HeldLease) => Duty,
): Lease {
  const onError = (error: Error) => log.warn({ lease: name, reason: error.message }, 'lease in trouble')
  // A connection of its own: behind a burst of jobs the renewal would come too late.
  const db = openDb(config.databaseUrl, { poolSize: 1, timeoutMs: patienceMs, onError })
  const holder = randomUUID()
  const tenure = openTenure(log.child({ lease: name }), begin)
  const stop = new AbortController()

  async function ask(): Promise<number> {
    await tenure.ended()
    const asked = performance.now()
    const { isHeld, leftMs } = await takeLease(db, name, holder, ttlMs)
    if (isHeld) tenure.goOn(asked)
    else tenure.lose()
    return isHeld ? renewMs : Math.min(leftMs + 1, lookMs)
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const waitMs = await ask().catch((error: Error) => {
        onError(error)
        return lookMs
      })
      await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => {}) // asked to stop
    }
  }
  const running = run()

  return {
    async close() {
      await tenure.close() // renewed meanwhile
      stop.abort()
      await running
      await releaseLease(db, name, holder).catch(onError)
      await db.destroy()
    },
  }
}

/** The time for which the lease is ours, and the duty in it. */
function openTenure(log: Logger, begin: (lease: HeldLease) => Duty) {
  let duty: Duty | undefined
  let ended = Promise.resolve()
  let deadline: NodeJS.Timeout | undefined
  let safeUntil = 0
  let isClosed = false
  const isSafe = () => performance.now() < safeUntil

  function lose(): void {
    clearTimeout(deadline)
    if (!duty) return
    log.warn('lease lost')
    ended = duty.drop().catch((error: Error) => log.error({ reason: error.message }, 'duty not laid down'))
    duty = undefined
  }

  return {
    /** The lease began after `asked`, so this process is done before it ends: clocks need to agree on durations alone. */
    goOn(asked: number): void {
      clearTimeout(deadline)
      if (isClosed && !duty) return
      safeUntil = asked + ttlMs - leastMs
      deadline = setTimeout(lose, asked + ttlMs - lastMs - performance.now())
      if (duty) return
      log.info('lease taken')
      duty = begin({ isSafe })
    },
    lose,
    /** Resolves when a duty that was lost is over. */
    ended: () => ended,
    async close(): Promise<void> {
      isClosed = true
      const last = duty
      await last?.close()
      await ended
      clearTimeout(deadline)
      duty = undefined
    },
  }
}
