/** What is done by the clock, once for the whole installation. */
import * as z from 'zod/mini'
import { deleteExpiredSessions } from '../db/queries/sessions.ts'
import { deleteOldWebhooks, expireGoals } from '../db/queries/upkeep.ts'
import { ring } from './context.ts'
import type { WorkerContext } from './context.ts'
import type { Processor } from './start-worker.ts'

interface Schedule {
  everyMs: number
  run(ctx: WorkerContext): Promise<void>
}

const minute = 60_000
/** Raw webhooks hold names and addresses. */
const webhookDays = 90

/** Every schedule by the name of its job; each may run twice and does no harm by it. */
const schedules = {
  'expire-goals': {
    everyMs: minute,
    async run(ctx) {
      const creators = await expireGoals(ctx.db)
      await Promise.all(creators.map((creatorUid) => ring(ctx, { kind: 'live', creatorUid })))
    },
  },
  'clean-up': {
    everyMs: 60 * minute,
    async run({ db }) {
      await deleteExpiredSessions(db)
      await deleteOldWebhooks(db, webhookDays)
    },
  },
} as const satisfies Record<string, Schedule>

const scheduleName = z.enum(Object.keys(schedules) as (keyof typeof schedules)[])

/** A schedule's job says all by its name. */
export const scheduleJob = z.object({})

/** Puts every schedule on the queue; done by every process, it stays one of each. */
export async function planSchedules({ queues }: WorkerContext): Promise<void> {
  for (const [name, { everyMs }] of Object.entries(schedules)) await queues.repeat('schedules', name, everyMs)
}

/** Runs the schedule that the job is named after. */
export function schedulesProcessor(ctx: WorkerContext): Processor<object> {
  return async (_, { name }) => schedules[scheduleName.parse(name)].run(ctx)
}
