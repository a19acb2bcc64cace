/** Gives tips, refunds and show events to their creators' donothon timers. */
import { addToTimers } from '../../domain/timer/add-to-timers.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { sendTogether } from './send-together.ts'

/** Returns the sender. A repeated delivery changes nothing, because a timer takes each event once. */
export function timerSender(ctx: WorkerContext): Send {
  return sendTogether(async (eventIds) => {
    const creators = await addToTimers(ctx.db, eventIds)
    await publish(ctx, ...creators.map((creatorUid) => ({ kind: 'timers' as const, creatorUid })))
  })
}
