/** Runs work at fixed intervals, once for the whole installation. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Db } from '../db/connection.ts'
import { deleteOldCases } from '../db/queries/moderation/abuse-cases.ts'
import { deleteOldTraces } from '../db/queries/deliveries/event-traces.ts'
import { deleteUnusedBudgets } from '../db/queries/chat/bot-budgets.ts'
import { deleteOldAccountEvents } from '../db/queries/accounts/account-events.ts'
import { deleteOldShowEvents } from '../db/queries/show/show-events.ts'
import { deleteOldQuotaDays } from '../db/queries/chat/quota-shares.ts'
import { deleteExpiredAccountLinks } from '../db/queries/accounts/account-links.ts'
import { deleteExpiredChallenges } from '../db/queries/accounts/passkeys.ts'
import { deleteExpiredSensitiveChanges } from '../db/queries/security/sensitive-changes.ts'
import { deleteExpiredSessions } from '../db/queries/accounts/sessions.ts'
import { deleteExpiredNames } from '../db/queries/accounts/former-names.ts'
import { deleteExpiredSignUps } from '../db/queries/accounts/sign-ups.ts'
import {
  deleteGivenUpOrders,
  deleteOldDeliveries,
  deleteOldDocuments,
  deleteOldEvents,
  deleteOldWebhooks,
  emptyGivenUpOrders,
  expireGoals,
} from '../db/queries/retention.ts'
import { endDueMonths } from '../db/queries/goals/goal-periods.ts'
import { deleteOldToolWrites } from '../db/queries/tools/tool-writes.ts'
import { connectWaitedPayouts } from '../db/queries/payments/waiting-payouts.ts'
import { deleteKeptBuyers } from '../db/queries/payments/invoices.ts'
import { closeMonths } from '../domain/payments/invoices/close-months.ts'
import { writeOffOldFees } from '../domain/payments/platform/write-off-fees.ts'
import { checkPayments } from '../domain/payments/check-payments.ts'
import { checkNewEntries } from '../domain/payments/ledger/check-balance.ts'
import { connectOwnAccounts } from '../domain/payments/payouts/connect-own.ts'
import { registerDomains } from '../domain/payments/payouts/register-domains.ts'
import { requestUnreturned, retryRefunds } from '../domain/payments/refunds/request-refund.ts'
import { tellOfDisputes } from '../domain/payments/refunds/tell-of-disputes.ts'
import { retryResponses } from '../domain/payments/refunds/respond-to-dispute.ts'
import { eraseDueAccounts } from '../domain/accounts/delete-account.ts'
import { checkGrants } from '../domain/chat/check-grants.ts'
import { openConnectors, openRevokers } from '../domain/chat/connectors.ts'
import type { Connectors, Revokers } from '../domain/chat/connectors.ts'
import { deleteExpiredSpeech } from '../domain/speech/make-speech.ts'
import { deleteOldSpeechUsage } from '../db/queries/alerts/speech.ts'
import { openStorage } from '../domain/storage/storage.ts'
import type { Storage } from '../domain/storage/storage.ts'
import { openPayments, publisher } from '../domain/payments/open-payments.ts'
import { processOpenWebhooks } from '../domain/payments/webhooks/receive-webhook.ts'
import type { PaymentContext } from '../domain/payments/orders/payment-context.ts'
import { readLatestRates } from '../domain/payments/rates/reference-rates.ts'
import { readPaymentRecords } from '../domain/payments/records/read-payment-records.ts'
import { reconcile } from '../domain/payments/reconciliation/reconcile.ts'
import { resolveOpenOrders } from '../domain/payments/orders/resolve-open-orders.ts'
import { applyPendingReports } from '../domain/payments/orders/record-outcome.ts'
import { publish } from './context.ts'
import type { WorkerContext } from './context.ts'
import { removeExpiredExports, sweepExports } from './processors/exports.ts'
import { sweepImports } from './processors/imports.ts'
import type { Processor } from './start-worker.ts'

/** The workers' context, the clients of providers and platforms, and the storage of files. */
type ScheduleContext = WorkerContext &
  PaymentContext & { connectors: Connectors; storage: Storage; revokers: Revokers }

interface Schedule {
  everyMs: number
  /** True for statements that may take minutes: they use the connections with a long timeout. */
  isLong?: true
  /** True for work about the service fee, which solo mode does not have. */
  isOfPlatform?: true
  run(ctx: ScheduleContext): Promise<void>
}

const minute = 60_000
/** After this many days raw webhooks are deleted, because they contain names and addresses. */
const webhookDays = 90
/** Owners see for a year who has logged in to their account, and who has tried to. */
const accountEventDays = 365
/** The operator sees for this long how a platform's quota was used. */
const quotaDays = 30
/** No delivery is tried for longer. */
const traceDays = 8
/** How long decided cases are kept with what visitors wrote: decisions can be questioned meanwhile. */
const caseDays = 180
/** The operator sees for this many months how much was spoken. */
const speechMonths = 12
/** Deliveries that prove nothing are kept this long, for the person who asks what became of a tip. */
const deliveryDays = 30
/**
 * Alerts and messages in chats prove that a tip was delivered. A payer may dispute a payment for 120 days at most card networks and for
 * 540 at the longest: https://docs.chargeflow.io/docs/reference/concepts/network-timelines. At PayPal it is 180 days and, for a payment
 * that was not authorised, 13 months: https://www.paypal.com/ch/cshelp/article/dispute-filing-timeframes-help1173.
 */
const proofDays = 570
/** Show events prove nothing to a bank. */
const showEventDays = 90
/** A document for a dispute that was never sent: a dispute's deadline is some weeks after it was opened. */
const documentDays = 90
/** A given-up order keeps its name, words and networks this long: card testing is found within days. */
const givenUpWordDays = 30
/** A provider takes no payment for an order that is older than this. */
const givenUpDays = 180
/** The schedules by the names of their jobs. Each is safe to run twice. */
const schedules = {
  'expire-goals': {
    everyMs: minute,
    async run(ctx) {
      const creators = await expireGoals(ctx.db)
      await Promise.all(creators.map((creatorUid) => publish(ctx, { kind: 'live', creatorUid })))
    },
  },
  /** Lets goals that start anew each month count from zero. A tip does so as well, so this is for goals without one. */
  'start-goals-anew': {
    everyMs: minute / 6,
    async run(ctx) {
      const creators = await endDueMonths(ctx.db)
      await Promise.all(creators.map((creatorUid) => publish(ctx, { kind: 'live', creatorUid })))
    },
  },
  /** Completes payments that a process left open when it stopped. The parts run independently of each other's failures. */
  'settle-payments': {
    everyMs: minute / 6,
    async run(ctx) {
      const parts = [
        processOpenWebhooks,
        applyPendingReports,
        resolveOpenOrders,
        retryRefunds,
        retryResponses,
      ]
      const ends = await Promise.allSettled(parts.map((part) => part(ctx)))
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
      if (failed.length > 0) throw new AggregateError(failed, 'payments left open')
    },
  },
  /** Tells creators about disputes that began, are due soon or are decided. */
  'tell-of-disputes': {
    everyMs: minute / 6,
    async run(ctx) {
      const uids = await tellOfDisputes(ctx)
      await publish(ctx, ...uids.map((uid) => ({ kind: 'notification', uid }) as const))
    },
  },
  /** Reads fees that a provider books separately from the payment. */
  'read-records': { everyMs: minute / 6, run: (ctx) => readPaymentRecords(ctx) },
  /** Reads the published exchange rates, which estimate what tips in other currencies are worth until they are converted. */
  'read-rates': {
    everyMs: 60 * minute,
    run: ({ db, config }) => readLatestRates({ db, url: config.referenceRatesUrl }),
  },
  /** Has wallets offered for accounts that were connected since. */
  'register-domains': {
    everyMs: 5 * minute,
    run: (ctx) => registerDomains(ctx, new URL(ctx.config.publicUrl).hostname),
  },
  /** Connects payout accounts whose wait of a day is over, and in solo mode the accounts of our keys. */
  'connect-payouts': {
    everyMs: minute / 6,
    async run(ctx) {
      await connectWaitedPayouts(ctx.db)
      await connectOwnAccounts(ctx)
    },
  },
  /**
   * Checks the sums of everything booked since the last check, has what is left of second payments sent back, and looks for payments that
   * cannot be repaired automatically. Each finding is logged as an error.
   */
  'check-books': {
    everyMs: 15 * minute,
    isLong: true,
    async run(ctx) {
      await checkNewEntries(ctx)
      await requestUnreturned(ctx)
      await checkPayments(ctx)
    },
  },
  /** Looks for payments that are missing at the provider or in the ledger. */
  'reconcile-books': {
    everyMs: 60 * minute,
    isLong: true,
    async run(ctx) {
      await reconcile(ctx)
    },
  },
  /** Issues the invoices of months that are over. */
  'close-months': { everyMs: 60 * minute, isLong: true, isOfPlatform: true, run: closeMonths },
  /** Writes off fees that have been unpaid for two years. */
  'write-off-fees': { everyMs: 24 * 60 * minute, isLong: true, isOfPlatform: true, run: writeOffOldFees },
  /** Checks creators' grants, each at its own interval; Twitch requires a check every hour. */
  'check-grants': { everyMs: minute, run: checkGrants },
  /** Enqueues exports whose job or worker was lost. */
  'sweep-exports': { everyMs: minute, run: sweepExports },
  /** Enqueues imports of earlier tips whose job, worker or upload was lost. */
  'sweep-imports': { everyMs: minute, run: sweepImports },
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
      await deleteExpiredNames(db)
      await deleteExpiredAccountLinks(db)
      await deleteExpiredSensitiveChanges(db)
      await deleteOldAccountEvents(db, accountEventDays)
      await deleteExpiredChallenges(db)
      await deleteOldToolWrites(db)
      await deleteOldWebhooks(db, webhookDays)
      await deleteOldDeliveries(db, deliveryDays)
      await deleteOldEvents(db, proofDays)
      await deleteOldShowEvents(db, showEventDays)
      await emptyGivenUpOrders(db, givenUpWordDays)
      await deleteGivenUpOrders(db, givenUpDays)
      await deleteKeptBuyers(db)
      await deleteUnusedBudgets(db)
      await deleteOldQuotaDays(db, quotaDays)
      await deleteOldDocuments(db, documentDays)
      await deleteOldCases(db, caseDays)
      await deleteOldTraces(db, traceDays)
      await deleteExpiredSpeech(ctx)
      await deleteOldSpeechUsage(db, speechMonths)
    },
  },
} as const satisfies Record<string, Schedule>

/** The names of all schedules. With as many jobs at once, no schedule waits for another. */
export const scheduleNames = Object.keys(schedules) as (keyof typeof schedules)[]
const scheduleName = z.enum(scheduleNames)

/** A schedule's job has no data: the job's name is the name of the schedule. */
export const scheduleJob = z.object({})

/** How long a starting process waits until its schedules are on the queue. */
const firstPlanMs = 5_000

/**
 * Adds every schedule to the queue, and adds them again every minute, because a queue that was wiped has lost them. However many processes
 * do this, each schedule exists only once.
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
  // A queue that is unavailable must not prevent a process from starting.
  await Promise.race([planAgain(), sleep(firstPlanMs, undefined, { ref: false })])
  const timer = setInterval(() => void planAgain(), againMs)
  return {
    async close() {
      clearInterval(timer)
    },
  }
}

/**
 * Runs the schedule whose name the job has. A job whose schedule is still running does nothing, because a slow provider would
 * otherwise use up the concurrency that other schedules need. Schedules whose statements may take minutes use `longDb`.
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
    const schedule: Schedule = schedules[known]
    if (running.has(known) || (schedule.isOfPlatform && config.solo)) return
    running.add(known)
    const own = schedule.isLong ? { ...whole, db: longDb } : whole
    await schedule.run(own).finally(() => running.delete(known))
  }
}
