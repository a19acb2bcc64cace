/** Stores an alert or a notification that its fan-out could not store. */
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { SlowDownError } from '../errors.ts'
import { storeDue } from '../fan-out.ts'
import { sendEvent } from './send-event.ts'

/** How long an alert that has to wait for an older one is delayed, in milliseconds. */
const retryMs = 100

/** Returns the sender. One statement stores the alert or notification and completes its delivery, so a repeat changes nothing. */
export function storedSender(ctx: WorkerContext, destination: 'alerts' | 'notifications'): Send {
  return sendEvent(ctx, async (event) => {
    if (!(await storeDue(ctx, destination, event))) throw new SlowDownError(retryMs)
    return 'recorded'
  })
}
