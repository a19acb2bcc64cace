/** Queues the alerts that an overlay still has to show. The functions are pure: each returns the next queue. */
import type { Alert, AlertDigest } from '../../contract/alerts/alert.ts'

/** An alert, or a digest: the sum of alerts that the overlay missed, shown like one alert. */
export type QueuedAlert = (Alert | AlertDigest) & {
  /** Set if the alert was cut short and is played again: the page's term as the active overlay at that moment. */
  again?: number
}

export interface AlertQueue {
  /**
   * The `seq` of the last alert received, which is sent to the server as the cursor. Unknown until the server's first `ready`.
   */
  readonly receivedSeq: number | undefined
  /** The `seq` of the last alert shown, which is saved for the next start of the page. */
  readonly shownSeq: number | undefined
  readonly waiting: readonly QueuedAlert[]
}

/** Creates a queue that continues after the saved cursor, if there is one. */
export function createQueue(savedCursor: number | undefined): AlertQueue {
  return { receivedSeq: savedCursor, shownSeq: savedCursor, waiting: [] }
}

/**
 * Applies the cursor that the server has sent. It is lower than the queue's own cursor if that was not issued by this
 * installation.
 */
export function startAfter(queue: AlertQueue, cursor: number): AlertQueue {
  const { receivedSeq = cursor, shownSeq = cursor } = queue
  return { ...queue, receivedSeq: Math.min(receivedSeq, cursor), shownSeq: Math.min(shownSeq, cursor) }
}

/** Appends an alert; drops it if it was received before. */
export function addAlert(queue: AlertQueue, alert: QueuedAlert): AlertQueue {
  if (alert.seq <= (queue.receivedSeq ?? 0)) return queue
  return { ...queue, receivedSeq: alert.seq, waiting: [...queue.waiting, alert] }
}

/** Removes the first waiting alert, if any, and returns it with the remaining queue. */
export function takeAlert(queue: AlertQueue): [QueuedAlert | undefined, AlertQueue] {
  const [alert, ...waiting] = queue.waiting
  return [alert, { ...queue, waiting }]
}

/** Puts an alert before all others that wait. */
export function putFirst(queue: AlertQueue, alert: QueuedAlert): AlertQueue {
  return { ...queue, waiting: [alert, ...queue.waiting] }
}

/** Records that an alert is on screen, perhaps for a second time. */
export function markShown(queue: AlertQueue, seq: number): AlertQueue {
  return { ...queue, shownSeq: Math.max(queue.shownSeq ?? 0, seq) }
}
