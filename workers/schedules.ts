/** What is done by the clock, once for the whole installation. */
import * as z from 'zod/mini'
import { deleteExpiredAccountLinks } from '../db/queries/account-links.ts'
import { deleteExpiredSessions } from '../db/queries/sessions.ts'
import { deleteExpiredSignUps } from '../db/queries/sign-ups.ts'
import { deleteOldWebhooks, expireGoals } from '../db/queries/upkeep.ts'
import { openPayments, publisher } from '../domain/payments/open-payments.ts'
import { workOffWebhooks } from '../domain/payments/receive-webhook.ts'
import type { PaymentContext } from '../domain/payments/context.ts'
import { reconcileOrders } from '../domain/payments/reconcile.ts'
import { ring } from './context.ts'
import type { WorkerContext } from './context.ts'
import type { Processor } from './start-worker.ts'

/** The context of the workers, and what payment work needs besides. */
type ScheduleContext = WorkerContext & PaymentContext

interface Schedule {
  everyMs: number
  run(ctx: ScheduleContext): Promise<void>
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
  /** What a process that stopped in the middle of a payment left open. */
  'settle-payments': {
    everyMs: minute / 6,
    async run(ctx) {
      await workOffWebhooks(ctx)
      await reconcileOrders(ctx)
    },
  },
  'clean-up': {
    everyMs: 60 * minute,
    async run({ db }) {
      await deleteExpiredSessions(db)
      await deleteExpiredSignUps(db)
      await deleteExpiredAccountLinks(db)
      await deleteOldWebhooks(db, webhookDays)
    },
  },
} as const satisfies Record<string, Schedule>

const scheduleName = z.enum(Object.keys(schedules) as (keyof typeof schedules)[])

/** A schedule's job says all by its name. */
export const scheduleJob = z.object({})

/** How many there are: none of them waits for another. */
export const scheduleCount = Object.keys(schedules).length

/**
 * Puts every schedule on the queue, and again from time to time, for a queue that was wiped has lost them. Done by every
 * process and however often, it stays one of each, at its own time.
 */
export async function startSchedules(
  { queues, log }: WorkerContext,
  againMs = minute,
): Promise<{ close(): Promise<void> }> {
  async function plan(): Promise<void> {
    for (const [name, { everyMs }] of Object.entries(schedules))
      await queues.repeat('schedules', name, everyMs)
  }
  const planAgain = () =>
    plan().catch((error: Error) => log.warn({ reason: error.message }, 'schedules not planned'))
  await plan()
  const timer = setInterval(() => void planAgain(), againMs)
  return {
    async close() {
      clearInterval(timer)
    },
  }
}

/** Runs the schedule that the job is named after. */
export function schedulesProcessor(ctx: WorkerContext): Processor<object> {
  const { config, queues, log } = ctx
  const whole = { ...ctx, payments: openPayments(config), publish: publisher(queues, log) }
  return async (_, { name }) => schedules[scheduleName.parse(name)].run(whole)
}
