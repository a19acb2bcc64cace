/** Stores an alert or a notification that its fan-out could not store. */
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { SlowDownError } from '../errors.ts'
import { storeDue } from '../fan-out.ts'
import { sendEvent } from './send-event.ts'

/** How soon an alert is tried again that has to wait for an older one. */
const retryMs = 100

/** Returns the sender. The fan-out's statement stores the delivery and records that, so a repeat changes nothing. */
export function storedSender(ctx: WorkerContext, destination: 'alerts' | 'notifications'): Send {
  return sendEvent(ctx, async (event) => {
    if (!(await storeDue(ctx, destination, event))) throw new SlowDownError(retryMs)
    return 'recorded'
  })
}
