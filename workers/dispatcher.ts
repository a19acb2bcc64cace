/** Sends the due deliveries of one destination: leases them, sends them, and records how each attempt ended. */
import type { Destination } from '../contract/events.ts'
import {
  completeDeliveries,
  extendLeases,
  leaseDueDeliveries,
  releaseDeliveries,
  retryDeliveries,
} from '../db/queries/deliveries/deliveries.ts'
import { leaseWebhookDeliveries } from '../db/queries/tools/webhook-deliveries.ts'
import type { LeasedDelivery } from '../db/queries/deliveries/deliveries.ts'
import type { WorkerContext } from './context.ts'
import { deliveryRules } from './delivery-rules.ts'
import { GiveUpError, SlowDownError } from './errors.ts'
import { startLoop } from './loop.ts'
import { recordRun } from './record-run.ts'

/**
 * Sends one delivery. If the process crashes after the success and before it is recorded, the delivery is sent again. So every
 * sender is either safe to repeat, or documents the effect of a repeat. `recorded` means that the sender has recorded the outcome
 * itself.
 */
export type Send = (delivery: LeasedDelivery) => Promise<void | 'recorded'>

export interface Dispatcher {
  /** Makes the dispatcher look for due deliveries now. */
  wake(): void
  /** Resolves when the deliveries that are being sent are done. */
  close(): Promise<void>
}

/** How often a dispatcher looks for due deliveries when nobody wakes it, in milliseconds. */
export const pollMs = 1_000

/** Starts sending the due deliveries of a destination. Any number of processes may do this for the same destination. */
export function startDispatcher(ctx: WorkerContext, destination: Destination, send: Send): Dispatcher {
  const { db, log } = ctx
  const { concurrency, leaseMs, turnMs } = deliveryRules[destination]
  const inFlight = new Map<string, Promise<void>>()
  let pausedUntil = 0
  let hasMore = false

  async function dispatch(): Promise<number> {
    const limit = turnMs && inFlight.size > 0 ? 0 : concurrency - inFlight.size
    const pauseMs = pausedUntil - performance.now()
    if (limit === 0 || pauseMs > 0) return pauseMs > 0 ? pauseMs : pollMs
    const options = { limit, leaseMs }
    const lease =
      destination === 'endpoints'
        ? leaseWebhookDeliveries(db, options)
        : leaseDueDeliveries(db, destination, options)
    const leased = await lease.catch((error: Error) => {
      onError(error)
      return []
    })
    hasMore = leased.length === limit
    if (turnMs && leased.length > 0) pausedUntil = performance.now() + turnMs
    for (const delivery of leased) start(delivery)
    return pollMs
  }

  function onError(error: Error): void {
    log.warn({ destination, reason: error.message }, 'deliveries not read or recorded')
  }

  function start(delivery: LeasedDelivery): void {
    const sending = attempt(ctx, destination, send, delivery)
      .then((error) => {
        if (error instanceof SlowDownError && error.scope === 'destination')
          pausedUntil = performance.now() + error.milliseconds
      })
      .catch(onError)
      .finally(() => {
        inFlight.delete(delivery.id)
        // An endpoint may have more than its part, and during a turn nothing else was looked for.
        if (hasMore || destination === 'endpoints' || turnMs) loop.wake()
      })
    inFlight.set(delivery.id, sending)
  }

  const loop = startLoop(dispatch)
  const renewing = setInterval(() => {
    if (inFlight.size > 0) extendLeases(db, [...inFlight.keys()], leaseMs).catch(onError)
  }, leaseMs / 3)

  return {
    wake: loop.wake,
    async close() {
      await loop.end()
      await Promise.all(inFlight.values())
      clearInterval(renewing)
    },
  }
}

/**
 * Makes one attempt and records its outcome. Returns the error of a failed attempt. Rejects when the outcome cannot be recorded.
 */
async function attempt(
  { db, log }: WorkerContext,
  destination: Destination,
  send: Send,
  delivery: LeasedDelivery,
): Promise<Error | undefined> {
  const { id, eventId, attempts } = delivery
  const record = recordRun(log, destination, { delivery: id, event: eventId, attempt: attempts })
  const result = await send(delivery).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  const error = result instanceof Error ? result : undefined
  record(error)
  if (result !== 'recorded') await recordOutcome(db, destination, delivery, error)
  return error
}

async function recordOutcome(
  db: WorkerContext['db'],
  destination: Destination,
  { id, attempts }: LeasedDelivery,
  error: Error | undefined,
): Promise<void> {
  if (!error) return completeDeliveries(db, [id], { status: 'sent' })
  if (error instanceof SlowDownError) return releaseDeliveries(db, [id], error.milliseconds)
  const reason = error instanceof GiveUpError ? error.reason : 'failed'
  const isLast = error instanceof GiveUpError || attempts >= deliveryRules[destination].maxAttempts
  if (isLast) return completeDeliveries(db, [id], { status: 'gave_up', reason })
  return retryDeliveries(db, [id], deliveryRules[destination].waitsMs?.[attempts - 1])
}
