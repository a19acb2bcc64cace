/** The log of a process: one line of JSON for each event, with the ids of the request and the trace that caused it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { currentTraceId } from '../db/tracing.ts'

const requestIds = new AsyncLocalStorage<string>()

/**
 * Opens the log. A line that is written within `inRequest` has the request's id as `requestId`. While traces are on, a line that is
 * written within a trace has its id as `traceId`.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const mixin = () => {
    const requestId = requestIds.getStore()
    const traceId = currentTraceId()
    return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) }
  }
  return pino({ level, mixin }, destination)
}

/** Runs `work` so that all log lines that it writes, now or later, have the id of the request. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work)
}

/** The connections whose errors are logged. */
export type ConnectionName = 'postgres' | 'replica' | 'queue' | 'pubsub' | 'limits'

/** How many milliseconds after a log line equal errors of the same connection are counted and not logged. */
const quietMs = 60_000
/** The maximum number of different errors that are remembered at a time. */
const maxKnown = 100

/**
 * Opens the log of lost connections. Returns, for each connection, a function that takes the connection's errors. A reconnecting client
 * repeats an error several times a second, so equal errors become one line a minute, and its `repeats` is the number of errors that were
 * not logged.
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

/** The shortest time between two lines of a tally, in milliseconds. */
export const tallyMs = 1_000

/**
 * Opens a tally, for events that can come by the thousand: the first one becomes a line at once, and those of each second after it
 * become one line together. `write` writes the line, with the last of the events and how many they are.
 */
export function openTally<E>(write: (event: E, count: number) => void): (event: E) => void {
  let waiting: { event: E; count: number } | undefined
  let isQuiet = false
  const flush = () => {
    isQuiet = waiting !== undefined
    if (!waiting) return
    write(waiting.event, waiting.count)
    waiting = undefined
    requestIds.exit(() => setTimeout(flush, tallyMs).unref()) // a later line counts many requests, so it has the id of none
  }
  return (event) => {
    waiting = { event, count: (waiting?.count ?? 0) + 1 }
    if (!isQuiet) flush()
  }
}

/** Returns an error's message. Node's error for a host name with several addresses has none, so its code is returned. */
function reasonOf(error: Error): string {
  return error.message || ('code' in error && String(error.code)) || error.name
}
