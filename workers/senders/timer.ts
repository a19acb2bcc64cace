/** Gives tips and refunds to their creator's donothon timers. */
import { addTipToTimers } from '../../domain/timer/add-tip-to-timers.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'

/** Returns the sender. A repeated delivery changes nothing, because a timer takes each event once. */
export function timerSender(ctx: WorkerContext): Send {
  return async ({ id: eventId }) => {
    const creatorUid = await addTipToTimers(ctx.db, eventId)
    if (creatorUid) await publish(ctx, { kind: 'timers', creatorUid })
  }
}
