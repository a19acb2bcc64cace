/** Starts all the workers of one process: the queues, the dispatchers of deliveries, the sweep, and the schedules. */
import type { Logger } from 'pino'
import { exportJob, importJob, tipEventJob } from '../contract/events.ts'
import type { Destination } from '../contract/events.ts'
import { longTimeoutMs, openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { openConnectionLog } from '../domain/log.ts'
import { openMailer } from '../domain/mail/mailer.ts'
import type { Mailer } from '../domain/mail/mailer.ts'
import { openWebPush } from '../domain/notifications/web-push.ts'
import { openGoogleSpeech } from '../domain/speech/google-speech.ts'
import { openStorage } from '../domain/storage/storage.ts'
import type { Storage } from '../domain/storage/storage.ts'
import { startChats } from './chat/start-chats.ts'
import type { WorkerContext } from './context.ts'
import { deliveryRules } from './delivery-rules.ts'
import { startDispatcher } from './dispatcher.ts'
import type { Dispatcher, Send } from './dispatcher.ts'
import { startFigures } from './figures.ts'
import { startOutboxRelay } from './outbox-relay.ts'
import { exportsProcessor } from './processors/exports.ts'
import { importsProcessor } from './processors/imports.ts'
import { tipEventsProcessor } from './processors/tip-events.ts'
import { scheduleJob, scheduleNames, schedulesProcessor, startSchedules } from './schedules.ts'
import { accountMailSender } from './senders/account-mail.ts'
import { mailSender } from './senders/mail.ts'
import { pushSender } from './senders/push.ts'
import { receiptSender } from './senders/receipt.ts'
import { speechSender } from './senders/speech.ts'
import { storedSender } from './senders/stored.ts'
import { endpointSender, webhooksSender } from './senders/webhooks.ts'
import { timerSender } from './senders/timer.ts'
import { startWorker } from './start-worker.ts'
import { startPlatformEvents } from './platform-events/start-platform-events.ts'

interface Part {
  close(): Promise<void>
}

type Senders = Partial<Record<Destination, Send>>

/** Starts all workers that the configuration allows. `close` resolves when the work in progress is done. */
export async function startWorkers(ctx: WorkerContext): Promise<Part> {
  const { mail, push, speech, storageUrl, databaseUrl } = ctx.config
  const storage = openStorage(storageUrl)
  const longRunning = { ...ctx, db: openLongDb(databaseUrl, ctx.log) }
  const mailer = mail && openMailer(mail, deliveryRules.mail.concurrency)
  const senders: Senders = {
    alerts: storedSender(ctx, 'alerts'),
    notifications: storedSender(ctx, 'notifications'),
    webhooks: webhooksSender(ctx),
    endpoints: endpointSender(ctx),
    timer: timerSender(ctx),
    ...(mailer && mailSenders(ctx, mailer)),
    ...(push && { push: pushSender(ctx, openWebPush(push)) }),
    ...(speech && {
      speech: speechSender(ctx, { storage, speech: openGoogleSpeech(speech), caps: speech }),
    }),
  }
  const chats = startChats(ctx)
  const reachable = new Set([...(Object.keys(senders) as Destination[]), ...chats.destinations])
  const dispatchers = startDispatchers(ctx, senders)
  wakeOnMessages(ctx, (destination) => {
    dispatchers.get(destination)?.wake()
    chats.wake(destination)
  })
  const parts: Part[] = [
    chats,
    ...dispatchers.values(),
    startPlatformEvents(ctx),
    startOutboxRelay(ctx, reachable),
    startFigures(longRunning),
    ...startQueues(ctx, { ...longRunning, storage }, reachable),
    await startSchedules(ctx),
  ]
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()))
      mailer?.close()
      await longRunning.db.destroy()
    },
  }
}

/** Starts the workers of the queues. `longRunning` has the connections whose queries may take minutes. */
function startQueues(
  ctx: WorkerContext,
  longRunning: WorkerContext & { storage: Storage },
  reachable: Set<Destination>,
): Part[] {
  return [
    startWorker(ctx, {
      queue: 'tip-events',
      schema: tipEventJob,
      process: tipEventsProcessor(ctx, reachable),
      options: { concurrency: 50 },
    }),
    startWorker(ctx, {
      queue: 'exports',
      schema: exportJob,
      process: exportsProcessor(longRunning),
      options: { concurrency: 1 }, // one at a time, because each export holds a connection until it ends
    }),
    startWorker(ctx, {
      queue: 'imports',
      schema: importJob,
      process: importsProcessor(longRunning),
      options: { concurrency: 1 }, // one at a time, so that a large file leaves the database to tips
    }),
    startWorker(ctx, {
      queue: 'schedules',
      schema: scheduleJob,
      process: schedulesProcessor(ctx, longRunning.db),
      options: { concurrency: scheduleNames.length },
    }),
  ]
}

/**
 * Opens the connections for schedules, exports and imports, whose queries may take minutes. Tips and deliveries use other ones with a
 * short timeout.
 */
function openLongDb(databaseUrl: string, log: Logger): Db {
  return openDb(databaseUrl, {
    poolSize: 3,
    timeoutMs: longTimeoutMs,
    onError: openConnectionLog(log)('postgres'),
  })
}

function mailSenders(ctx: WorkerContext, mailer: Mailer): Senders {
  return {
    mail: mailSender(ctx, mailer),
    receipt: receiptSender(ctx, mailer),
    'account-mail': accountMailSender(ctx, mailer),
  }
}

function startDispatchers(ctx: WorkerContext, senders: Senders): Map<Destination, Dispatcher> {
  const started = Object.entries(senders).map(([name, send]): [Destination, Dispatcher] => {
    const destination = name as Destination
    return [destination, startDispatcher(ctx, destination, send)]
  })
  return new Map(started)
}

/** Wakes dispatchers when pub/sub messages arrive. A lost message costs at most a second, because dispatchers also poll. */
function wakeOnMessages({ pubsub, log }: WorkerContext, wake: (destination: Destination) => void): void {
  pubsub
    .subscribe((message) => {
      if (message.kind === 'deliveries') for (const destination of message.destinations) wake(destination)
    })
    .catch((error: Error) => log.warn({ reason: error.message }, 'dispatchers do not receive messages'))
}
