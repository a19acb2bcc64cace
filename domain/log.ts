/** The log of a process: one line of JSON for each event, with the id of the request that caused it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

const requestIds = new AsyncLocalStorage<string>()

/** Opens the log. A line that is written within `inRequest` has the request's id as `requestId`. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const mixin = () => {
    const requestId = requestIds.getStore()
    return requestId === undefined ? {} : { requestId }
  }
  return pino({ level, mixin }, destination)
}

/** Runs the work of a request, with everything that it starts, so that its log lines have the id of the request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work)
}

/** The connections whose errors are logged. */
export type ConnectionName = 'postgres' | 'queue' | 'pubsub' | 'limits'

/** For this long after a line, equal errors of the same connection are counted instead of logged. */
const quietMs = 60_000
/** How many different errors are remembered. */
const maxKnown = 100

/**
 * Opens the log of lost connections: for each connection, a function that takes its errors. A reconnecting client repeats one error
 * several times a second, so equal errors become one line a minute, in which `repeats` counts those that were not logged.
 */
export function openConnectionLog(
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): (connection: ConnectionName) => (error: Error) => void {
  const known = new Map<string, { repeats: number; loggedAt: number }>()
  return (connection) => (error) => {
    const reason = reasonOf(error)
    const key = `${connection} ${reason}`
    const last = known.get(key)
    if (last && now() - last.loggedAt < quietMs) {
      last.repeats += 1
      return
    }
    if (known.size >= maxKnown) known.clear()
    known.set(key, { repeats: 0, loggedAt: now() })
    log.warn({ connection, reason, ...(last?.repeats && { repeats: last.repeats }) }, 'connection trouble')
  }
}

/** Node's error for a name with several addresses has no message of its own. */
function reasonOf(error: Error): string {
  return error.message || ('code' in error && String(error.code)) || error.name
}
