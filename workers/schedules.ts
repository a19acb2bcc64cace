/** What is done by the clock, once for the whole installation. */
import * as z from 'zod/mini'
import { deleteExpiredAccountLinks } from '../db/queries/account-links.ts'
import { deleteExpiredSessions } from '../db/queries/sessions.ts'
import { deleteExpiredSignUps } from '../db/queries/sign-ups.ts'
import { deleteOldWebhooks, expireGoals } from '../db/queries/retention.ts'
import { checkBalance } from '../domain/payments/ledger/check-balance.ts'
import { retryRefunds } from '../domain/payments/refunds/request-refund.ts'
import { eraseDueAccounts } from '../domain/accounts/delete-account.ts'
import { openRevokers } from '../domain/chat/revokers.ts'
import type { Revokers } from '../domain/chat/revokers.ts'
import { checkGrants } from '../domain/chat/check-grants.ts'
import { openConnectors } from '../domain/chat/connectors.ts'
import type { Connectors } from '../domain/chat/connectors.ts'
import { openStorage } from '../domain/storage/storage.ts'
import type { Storage } from '../domain/storage/storage.ts'
import { openPayments, publisher } from '../domain/payments/open-payments.ts'
import { processOpenWebhooks } from '../domain/payments/webhooks/receive-webhook.ts'
import type { PaymentContext } from '../domain/payments/orders/payment-context.ts'
import { reconcile } from '../domain/payments/reconciliation/reconcile.ts'
import { resolveOpenOrders } from '../domain/payments/orders/resolve-open-orders.ts'
import { applyPendingReports } from '../domain/payments/orders/record-outcome.ts'
import { publish } from './context.ts'
import type { WorkerContext } from './context.ts'
import { removeExpiredExports, sweepExports } from './processors/exports.ts'
import type { Processor } from './start-worker.ts'

/** The context of the workers, and what payments, grants and files need besides. */
type ScheduleContext = WorkerContext &
  PaymentContext & { connectors: Connectors; storage: Storage; revokers: Revokers }

interface Schedule {
  everyMs: number
  run(ctx: ScheduleContext): Promise<void>
}

const minute = 60_000
/** Raw webhooks hold names and addresses. */
const webhookDays = 90
/** Providers send a webhook for three days; what is older is compared by hand. */
const reconciledDays = 4

/** Every schedule by the name of its job; each may run twice and does no harm by it. */
const schedules = {
  'expire-goals': {
    everyMs: minute,
    async run(ctx) {
      const creators = await expireGoals(ctx.db)
      await Promise.all(creators.map((creatorUid) => publish(ctx, { kind: 'live', creatorUid })))
    },
  },
  /** What a process that stopped in the middle of a payment left open. */
  'settle-payments': {
    everyMs: minute / 6,
    async run(ctx) {
      await processOpenWebhooks(ctx)
      await applyPendingReports(ctx)
      await resolveOpenOrders(ctx)
      await retryRefunds(ctx)
    },
  },
  /** Everything that was ever booked; an imbalance is an alarm. */
  'check-books': {
    everyMs: 15 * minute,
    async run(ctx) {
      await checkBalance(ctx)
    },
  },
  /** What no webhook told of, both ways. */
  'reconcile-books': {
    everyMs: 60 * minute,
    async run(ctx) {
      await reconcile(ctx, new Date(Date.now() - reconciledDays * 24 * 60 * minute))
    },
  },
  /** Each grant in its own time: Twitch's every hour. */
  'check-grants': { everyMs: minute, run: checkGrants },
  /** Whose job was lost, or whose worker. */
  'sweep-exports': { everyMs: minute, run: sweepExports },
  /** Whoever still has a page open is told. */
  'end-sessions': {
    everyMs: minute,
    async run(ctx) {
      const uids = await deleteExpiredSessions(ctx.db)
      await publish(ctx, ...uids.map((uid) => ({ kind: 'sessions', uid }) as const))
    },
  },
  'erase-accounts': { everyMs: 10 * minute, run: eraseDueAccounts },
  'clean-up': {
    everyMs: 60 * minute,
    async run(ctx) {
      const { db } = ctx
      await removeExpiredExports(ctx)
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

/**
 * Runs the schedule that the job is named after. The next job of a schedule comes whether the last one is done or not: while
 * that one waits for a provider, it does nothing, or a slow provider would fill every place that the other schedules need.
 */
export function schedulesProcessor(ctx: WorkerContext): Processor<object> {
  const { config, queues, log } = ctx
  const whole = {
    ...ctx,
    payments: openPayments(config),
    connectors: openConnectors(config),
    storage: openStorage(config.storageUrl),
    revokers: openRevokers(config),
    publish: publisher(queues, log),
  }
  const running = new Set<string>()
  return async (_, { name }) => {
    const schedule = scheduleName.parse(name)
    if (running.has(schedule)) return
    running.add(schedule)
    await schedules[schedule].run(whole).finally(() => running.delete(schedule))
  }
}
