/** All the workers of one process: a queue each, the sweep, and what runs by the clock. */
import { deliveryJob, exportJob, tipEventJob } from '../contract/events.ts'
import type { Destination } from '../contract/events.ts'
import { openMailer } from '../domain/mail/mailer.ts'
import { openStorage } from '../domain/storage/storage.ts'
import { openWebPush } from '../domain/notifications/web-push.ts'
import { startAccountMail } from './account-mail.ts'
import { startChats } from './chat/start-chats.ts'
import type { WorkerContext } from './context.ts'
import { startOutboxRelay } from './outbox-relay.ts'
import { alertsProcessor } from './processors/alerts.ts'
import { exportsProcessor } from './processors/exports.ts'
import { mailProcessor } from './processors/mail.ts'
import { pushProcessor } from './processors/push.ts'
import { receiptProcessor } from './processors/receipt.ts'
import { tipEventsProcessor } from './processors/tip-events.ts'
import { scheduleCount, scheduleJob, schedulesProcessor, startSchedules } from './schedules.ts'
import { startWorker } from './start-worker.ts'

interface Part {
  close(): Promise<void>
}

/** Starts everything that the configuration allows; `close` finishes the jobs under way, then lets go. */
export async function startWorkers(ctx: WorkerContext): Promise<Part> {
  const chats = startChats(ctx)
  const parts: Part[] = [
    chats,
    startOutboxRelay(ctx),
    startWorker(ctx, {
      queue: 'tip-events',
      schema: tipEventJob,
      process: tipEventsProcessor(ctx, reachableIn(ctx, chats.destinations)),
      options: { concurrency: 50 },
    }),
    startWorker(ctx, {
      queue: 'alerts',
      schema: deliveryJob,
      process: alertsProcessor(ctx),
      options: { concurrency: 20 },
    }),
    startWorker(ctx, {
      queue: 'exports',
      schema: exportJob,
      process: exportsProcessor({ ...ctx, storage: openStorage(ctx.config.storageUrl) }),
      options: { concurrency: 1 }, // each holds a connection for as long as it lasts
    }),
    startWorker(ctx, {
      queue: 'schedules',
      schema: scheduleJob,
      process: schedulesProcessor(ctx),
      options: { concurrency: scheduleCount },
    }),
    ...startMail(ctx),
    ...startPush(ctx),
  ]
  parts.push(await startSchedules(ctx))
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()))
    },
  }
}

/** Where this installation can deliver at all. */
function reachableIn(
  { config: { mail, push } }: WorkerContext,
  chats: readonly Destination[],
): ReadonlySet<Destination> {
  return new Set<Destination>([
    'alerts',
    'notifications',
    ...(mail ? (['mail', 'receipt'] as const) : []),
    ...(push ? ['push' as const] : []),
    ...chats,
  ])
}

const pushesAtOnce = 10

function startPush(ctx: WorkerContext): Part[] {
  const { push } = ctx.config
  if (!push) return []
  const worker = startWorker(ctx, {
    queue: 'push',
    schema: deliveryJob,
    process: pushProcessor(ctx, openWebPush(push)),
    options: { concurrency: pushesAtOnce },
  })
  return [worker]
}

const mailsAtOnce = 5

function startMail(ctx: WorkerContext): Part[] {
  const { mail } = ctx.config
  if (!mail) return []
  const mailer = openMailer(mail, mailsAtOnce)
  const worker = startWorker(ctx, {
    queue: 'mail',
    schema: deliveryJob,
    process: mailProcessor(ctx, mailer),
    options: { concurrency: mailsAtOnce },
  })
  const receipts = startWorker(ctx, {
    queue: 'receipt',
    schema: deliveryJob,
    process: receiptProcessor(ctx, mailer),
    options: { concurrency: mailsAtOnce },
  })
  const parts = [worker, receipts, startAccountMail(ctx, mailer)]
  const senders = { close: async () => void (await Promise.all(parts.map((part) => part.close()))) }
  return [inOrder(senders, { close: async () => mailer.close() })]
}

/** Closes the second when the first has finished with it. */
function inOrder(first: Part, second: Part): Part {
  return {
    async close() {
      await first.close()
      await second.close()
    },
  }
}
