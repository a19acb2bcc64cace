/** What an overlay has still to play. Pure: each function gives the queue that follows. */
import type { Alert } from '../../contract/sockets.ts'

export interface AlertQueue {
  /** The place up to which alerts have come: what the server is told. Unknown until it has said where we begin. */
  readonly received: number | undefined
  /** The place up to which alerts were on screen: what is kept for the next start. */
  readonly shown: number | undefined
  readonly waiting: readonly Alert[]
}

/** A queue that goes on from the place that was kept, if there was one. */
export function startQueue(kept: number | undefined): AlertQueue {
  return { received: kept, shown: kept, waiting: [] }
}

/** Takes the place from which the server serves us. It is lower than ours when our history is none of the server's. */
export function beginAt(queue: AlertQueue, place: number): AlertQueue {
  const { received = place, shown = place } = queue
  return { ...queue, received: Math.min(received, place), shown: Math.min(shown, place) }
}

/** Puts an alert at the end; one that has come before is dropped. */
export function addAlert(queue: AlertQueue, alert: Alert): AlertQueue {
  if (alert.seq <= (queue.received ?? 0)) return queue
  return { ...queue, received: alert.seq, waiting: [...queue.waiting, alert] }
}

/** Takes the alert that is to be played now, if any waits. */
export function takeAlert(queue: AlertQueue): [Alert | undefined, AlertQueue] {
  const [alert, ...waiting] = queue.waiting
  return [alert, { ...queue, waiting }]
}

/** Notes that an alert is on screen. */
export function markShown(queue: AlertQueue, seq: number): AlertQueue {
  return { ...queue, shown: seq }
}

/** How many milliseconds an alert stays on screen while so many wait behind it. */
export function screenTime(waiting: number): number {
  if (waiting > 20) return 2000
  return waiting > 5 ? 3500 : 6000
}
