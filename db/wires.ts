/** What this process knows of its wires: its connections to what runs elsewhere. docs/failures.md says what replaces each. */
import type { Redis } from 'ioredis'
import { Counter, Gauge } from 'prom-client'

export type WireName =
  | 'postgres'
  | 'queue'
  | 'pubsub'
  | 'limits'
  | 'storage'
  | 'smtp'
  | 'paypal'
  | 'stripe'
  | 'google'
  | 'twitch'
  | 'youtube'
  | 'discord'
  | 'push'

/** A wire as one of its users sees it. */
export interface Wire {
  /** Notes that it responds, or that it does not. */
  report(isUp: boolean): void
  /** This user needs it no more. */
  close(): void
}

/** Nobody calls a provider just to see whether it is back, so a failed call says nothing about it later than this. */
const callBelievedMs = 5 * 60_000

/** For each user of a wire, until when it finds the wire down. */
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

/** Lists the wires that this process has used, by name. One is down while any of its users finds it so. */
export function listWires(): { name: WireName; isUp: boolean }[] {
  const now = performance.now()
  const isUp = (views: Iterable<{ downUntil: number }>) =>
    [...views].every(({ downUntil }) => downUntil < now)
  return [...users].map(([name, views]) => ({ name, isUp: isUp(views) })).toSorted(byName)
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** Opens a wire for a connection that reports whenever it is lost or back. It counts as up until then. */
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
 * Notes how a call over a wire ends, and returns or throws the same. `isFault` says of an error whether the other end is to blame:
 * a refusal of one request proves that it responds.
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

/** Notes how a request made with `fetch` ends, which returns a 5xx instead of throwing it. */
export async function watchFetch(name: WireName, request: Promise<Response>): Promise<Response> {
  const response = await watchCall(name, request)
  callerOf(name).report(!isFaultStatus(response.status))
  return response
}

/** Notes when a connection to Redis is lost and when it is back. */
export function watchRedis(name: WireName, redis: Redis): void {
  const wire = openWire(name)
  redis.on('ready', () => wire.report(true))
  redis.on('close', () => wire.report(false))
  redis.on('end', () => wire.close()) // nobody wants it back
}

/** Whether a response with this status, or no response, says that the other end does not work. */
export function isFaultStatus(status: number | undefined): boolean {
  return status === undefined || status >= 500
}

/** All calls over a wire are one user of it. */
function callerOf(name: WireName): Wire {
  const wire = callers.get(name) ?? openWire(name, callBelievedMs)
  callers.set(name, wire)
  return wire
}
