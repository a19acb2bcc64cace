/** What runs at fixed intervals, once for the whole installation. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Db } from '../db/connection.ts'
import { deleteExpiredAccountLinks } from '../db/queries/account-links.ts'
import { deleteExpiredChallenges } from '../db/queries/passkeys.ts'
import { deleteExpiredSensitiveChanges } from '../db/queries/sensitive-changes.ts'
import { deleteExpiredSessions } from '../db/queries/sessions.ts'
import { deleteExpiredSignUps } from '../db/queries/sign-ups.ts'
import { deleteOldWebhooks, expireGoals } from '../db/queries/retention.ts'
import { connectWaitedPayouts } from '../db/queries/waiting-payouts.ts'
import { checkPayments } from '../domain/payments/check-payments.ts'
import { checkNewEntries } from '../domain/payments/ledger/check-balance.ts'
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
import { readPaymentRecords } from '../domain/payments/records/read-payment-records.ts'
import { reconcile } from '../domain/payments/reconciliation/reconcile.ts'
import { resolveOpenOrders } from '../domain/payments/orders/resolve-open-orders.ts'
import { applyPendingReports } from '../domain/payments/orders/record-outcome.ts'
import { publish } from './context.ts'
import type { WorkerContext } from './context.ts'
import { removeExpiredExports, sweepExports } from './processors/exports.ts'
import type { Processor } from './start-worker.ts'

/** The workers' context, and what payments, grants and files need in addition. */
type ScheduleContext = WorkerContext &
  PaymentContext & { connectors: Connectors; storage: Storage; revokers: Revokers }

interface Schedule {
  everyMs: number
  /** Its statements may take minutes, so it has the connections that have time for them. */
  isLong?: true
  run(ctx: ScheduleContext): Promise<void>
}

const minute = 60_000
/** Raw webhooks contain names and addresses, so they are not stored for longer. */
const webhookDays = 90
/** Providers retry a webhook for three days; older payments are reconciled by hand. */
const reconciledDays = 4

/** The schedules by the names of their jobs. Each is safe to run twice. */
const schedules = {
  'expire-goals': {
    everyMs: minute,
    async run(ctx) {
      const creators = await expireGoals(ctx.db)
      await Promise.all(creators.map((creatorUid) => publish(ctx, { kind: 'live', creatorUid })))
    },
  },
  /** Payments that a process left open when it stopped in the middle. A part that fails does not keep the others from running. */
  'settle-payments': {
    everyMs: minute / 6,
    async run(ctx) {
      const parts = [processOpenWebhooks, applyPendingReports, resolveOpenOrders, retryRefunds]
      const ends = await Promise.allSettled(parts.map((part) => part(ctx)))
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
      if (failed.length > 0) throw new AggregateError(failed, 'payments left open')
    },
  },
  /** Fees that a provider books apart from the payment. */
  'read-records': { everyMs: minute / 6, run: (ctx) => readPaymentRecords(ctx) },
  /** Payout accounts that have waited for their day. */
  'connect-payouts': { everyMs: minute / 6, run: ({ db }) => connectWaitedPayouts(db) },
  /** The sums of what was booked since the last check, and payments that nothing repairs; each finding is logged as an error. */
  'check-books': {
    everyMs: 15 * minute,
    isLong: true,
    async run(ctx) {
      await checkNewEntries(ctx)
      await checkPayments(ctx)
    },
  },
  /** Payments that are missing at the provider or in the ledger. */
  'reconcile-books': {
    everyMs: 60 * minute,
    isLong: true,
    async run(ctx) {
      await reconcile(ctx, new Date(Date.now() - reconciledDays * 24 * 60 * minute))
    },
  },
  /** Each grant is checked at an interval of its own; Twitch requires a check every hour. */
  'check-grants': { everyMs: minute, run: checkGrants },
  /** Exports whose job or worker was lost. */
  'sweep-exports': { everyMs: minute, run: sweepExports },
  /** Ends expired sessions; open pages of their accounts are notified. */
  'end-sessions': {
    everyMs: minute,
    async run(ctx) {
      const uids = await deleteExpiredSessions(ctx.db)
      await publish(ctx, ...uids.map((uid) => ({ kind: 'sessions', uid }) as const))
    },
  },
  'erase-accounts': { everyMs: 10 * minute, isLong: true, run: eraseDueAccounts },
  'clean-up': {
    everyMs: 60 * minute,
    isLong: true,
    async run(ctx) {
      const { db } = ctx
      await removeExpiredExports(ctx)
      await deleteExpiredSignUps(db)
      await deleteExpiredAccountLinks(db)
      await deleteExpiredSensitiveChanges(db)
      await deleteExpiredChallenges(db)
      await deleteOldWebhooks(db, webhookDays)
    },
  },
} as const satisfies Record<string, Schedule>

const scheduleName = z.enum(Object.keys(schedules) as (keyof typeof schedules)[])

/** A schedule's job has no data: its name says which schedule it is. */
export const scheduleJob = z.object({})

/** The number of schedules: with as much concurrency none waits for another. */
export const scheduleCount = Object.keys(schedules).length

/** How long a process that starts waits for its queue. */
const firstPlanMs = 5_000

/**
 * Puts every schedule on the queue, and again every minute, because a wiped queue has lost them. However many processes do this,
 * there is one of each schedule.
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
  // A queue that is away must not keep a process from starting.
  await Promise.race([planAgain(), sleep(firstPlanMs, undefined, { ref: false })])
  const timer = setInterval(() => void planAgain(), againMs)
  return {
    async close() {
      clearInterval(timer)
    },
  }
}

/**
 * Runs the schedule that the job is named after. A schedule's next job comes even if its last one is still running; then it does
 * nothing, or a slow provider would take up all the concurrency that the other schedules need. Those whose statements may take minutes
 * use `longDb`.
 */
export function schedulesProcessor(ctx: WorkerContext, longDb: Db): Processor<object> {
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
    const known = scheduleName.parse(name)
    if (running.has(known)) return
    running.add(known)
    const schedule: Schedule = schedules[known]
    const own = schedule.isLong ? { ...whole, db: longDb } : whole
    await schedule.run(own).finally(() => running.delete(known))
  }
}
