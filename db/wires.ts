/**
 * Tracks which of the services that this process uses respond. A "wire" is the process's connection to one service, such as Redis
 * or Stripe. docs/failures.md says what the product does while each service is down.
 */
import type { Redis } from 'ioredis'
import { Counter, Gauge } from 'prom-client'
import type { ChatPlatform } from '../contract/chat/platforms.ts'

export type WireName =
  | 'postgres'
  | 'replica'
  | 'queue'
  | 'pubsub'
  | 'limits'
  | 'storage'
  | 'smtp'
  | 'paypal'
  | 'stripe'
  | 'google'
  | ChatPlatform
  | 'push'
  | 'speech'

/** One user's view of a wire, for example the view of one database connection. */
export interface Wire {
  /** Records whether the service responds. */
  report(isUp: boolean): void
  /** Removes this view: its last report no longer counts. */
  close(): void
}

/**
 * How long, in milliseconds, a failed call counts. Nobody calls a provider just to see whether it responds, so after this time the
 * wire counts as up.
 */
const callBelievedMs = 5 * 60_000

/** For each view of a wire, how long it considers the wire down. */
const users = new Map<WireName, Set<{ downUntil: number }>>()
const callers = new Map<WireName, Wire>()

const faults = new Counter({
  name: 'brimful_wire_faults_total',
  help: 'Connections lost or not made, and calls without a usable response, by wire',
  labelNames: ['wire'] as const,
})

new Gauge({
  name: 'brimful_wire_up',
  help: '1 while a wire responds, else 0, by wire; only wires that this process uses',
  labelNames: ['wire'] as const,
  collect() {
    for (const { name, isUp } of listWires()) this.set({ wire: name }, isUp ? 1 : 0)
  },
})

/** Lists the wires that this process has used, by name. A wire is down while any view of it says so. */
export function listWires(): { name: WireName; isUp: boolean }[] {
  const now = performance.now()
  const isUp = (views: Iterable<{ downUntil: number }>) =>
    [...views].every(({ downUntil }) => downUntil < now)
  return [...users].map(([name, views]) => ({ name, isUp: isUp(views) })).toSorted(byName)
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/**
 * Opens a view of a wire for a connection that reports when it is lost and when it has reconnected. Until the first report the wire
 * counts as up. A report of failure counts for `believedMs` milliseconds.
 */
export function openWire(name: WireName, believedMs = Infinity): Wire {
  const view = { downUntil: -Infinity }
  const views = users.get(name) ?? new Set()
  users.set(name, views.add(view))
  return {
    report(isUp) {
      if (!isUp) faults.inc({ wire: name })
      view.downUntil = isUp ? -Infinity : performance.now() + believedMs
    },
    close: () => void views.delete(view),
  }
}

/**
 * Records the result of a call over a wire, and returns or throws the same. `isFault` decides whether an error is the service's
 * fault: a service that merely rejects a request does respond.
 */
export async function watchCall<T>(
  name: WireName,
  call: Promise<T>,
  isFault: (error: unknown) => boolean = () => true,
): Promise<T> {
  const wire = callerOf(name)
  try {
    const result = await call
    wire.report(true)
    return result
  } catch (error) {
    wire.report(!isFault(error))
    throw error
  }
}

/** Records the result of a `fetch` request. Unlike other calls, `fetch` returns a 5xx response instead of throwing. */
export async function watchFetch(name: WireName, request: Promise<Response>): Promise<Response> {
  const response = await watchCall(name, request)
  callerOf(name).report(!isFaultStatus(response.status))
  return response
}

/** Records when a connection to Redis is lost and when it is restored, except while we disconnect it on purpose. */
export function watchRedis(name: WireName, redis: Redis): void {
  let wire: Wire | undefined = openWire(name)
  redis.on('ready', () => (wire ??= openWire(name)).report(true))
  redis.on('close', () => wire?.report(false))
  const disconnect = redis.disconnect.bind(redis)
  // There is no event for a disconnection on purpose: `end` also follows a loss without a reconnection.
  redis.disconnect = (willReconnect) => {
    disconnect(willReconnect)
    if (willReconnect) return
    wire?.close()
    wire = undefined
  }
}

/** Returns whether a response with this status means that the service does not work. Undefined means no response. */
export function isFaultStatus(status: number | undefined): boolean {
  return status === undefined || status >= 500
}

/** Returns the view that all calls over a wire share. */
function callerOf(name: WireName): Wire {
  const wire = callers.get(name) ?? openWire(name, callBelievedMs)
  callers.set(name, wire)
  return wire
}
