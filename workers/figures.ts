/**
 * Metrics about the whole installation, which every process of workers reads from Postgres and the queue. They are read beside
 * the scrapes, so a scrape never waits for either; while one does not respond, its metrics are absent.
 */
import type { Provider } from '../db/schema.ts'
import { Gauge } from 'prom-client'
import { botPlatform } from '../contract/chat/platforms.ts'
import { operatedDestinations } from '../contract/events.ts'
import { queueNames } from '../db/queue-schema.ts'
import { listBotOutages } from '../db/queries/chat/bot-outages.ts'
import { readDeliveryFigures, readWaitingFigures } from '../db/queries/admin/figures.ts'
import { findWhollyCompleteTo } from '../db/queries/payments/reconciled-accounts.ts'
import type { Config } from '../domain/config/config.ts'
import { measureStuckPayments } from '../domain/payments/check-payments.ts'
import { readBotBudgets } from './chat/platforms.ts'
import type { WorkerContext } from './context.ts'
import { startLoop } from './loop.ts'

/** How often the figures are read: Prometheus' usual scrape interval. */
const readMs = 15_000
/** How long the queue may take to respond. */
const queueTimeoutMs = 1_000

const oldestEvent = new Gauge({
  name: 'brimful_oldest_event_seconds',
  help: 'The age of the oldest event that is not fanned out: its alert is not stored',
})
const openDeliveries = new Gauge({
  name: 'brimful_deliveries_open',
  help: 'Deliveries that are due or being sent, by destination; counted up to 10,000',
  labelNames: ['destination'],
})
const overdue = new Gauge({
  name: 'brimful_delivery_overdue_seconds',
  help: 'For how long the delivery that is due for longest has been due, by destination',
  labelNames: ['destination'],
})
const gaveUp = new Gauge({
  name: 'brimful_deliveries_gave_up',
  help: 'Deliveries that were given up within the last day, by destination; counted up to 10,000',
  labelNames: ['destination'],
})
const stuckWebhooks = new Gauge({
  name: 'brimful_webhooks_stuck',
  help: 'Webhooks that are not processed a minute after they arrived; counted up to 10,000',
})
const completeTo = new Gauge({
  name: 'brimful_reconciled_to_timestamp_seconds',
  help: 'Up to when every account of a provider is compared with it',
  labelNames: ['provider'],
})
const budgetLeft = new Gauge({
  name: 'brimful_bot_budget_left_ratio',
  help: 'How much of its limits a bot has left, from 0 to 1: messages in 30 seconds at Twitch, units of the day at YouTube',
  labelNames: ['platform'],
})
const botAvailable = new Gauge({
  name: 'brimful_bot_available',
  help: 'Whether a platform accepts its bot: 0 when its account must be connected again',
  labelNames: ['platform'],
})
const queueJobs = new Gauge({
  name: 'brimful_queue_jobs_waiting',
  help: 'Jobs that wait for a worker, by queue',
  labelNames: ['queue'],
})
const queueAge = new Gauge({
  name: 'brimful_queue_age_seconds',
  help: 'For how long the oldest waiting job has waited, by queue',
  labelNames: ['queue'],
})

/** Keeps the metrics current until it is closed. */
export function startFigures(ctx: WorkerContext): { close(): Promise<void> } {
  const loop = startLoop(async () => {
    await Promise.all([readDatabase(ctx), readQueues(ctx)])
    return readMs
  })
  return {
    async close() {
      await loop.end()
      forgetDatabase()
      queueJobs.reset()
      queueAge.reset()
    },
  }
}

async function readDatabase({ db, config, log }: WorkerContext): Promise<void> {
  try {
    const [deliveries, waiting] = await Promise.all([
      readDeliveryFigures(db, operatedDestinations),
      readWaitingFigures(db),
    ])
    for (const figures of deliveries) {
      const { destination } = figures
      openDeliveries.set({ destination }, figures.open)
      overdue.set({ destination }, figures.overdueSeconds)
      gaveUp.set({ destination }, figures.gaveUp)
    }
    oldestEvent.set(waiting.oldestEventSeconds)
    stuckWebhooks.set(waiting.stuckWebhooks)
    await measureStuckPayments(db)
    for (const { platform, ratio } of await readBotBudgets(db, config)) budgetLeft.set({ platform }, ratio)
    await readBots(db, config)
    for (const { provider, at } of await readCompleteTo(db, config))
      completeTo.set({ provider }, at.getTime() / 1000)
  } catch (error) {
    log.debug({ reason: (error as Error).message }, 'figures not read')
    forgetDatabase()
  }
}

async function readBots(db: WorkerContext['db'], config: Config): Promise<void> {
  const outages = new Set((await listBotOutages(db)).map(({ platform }) => platform))
  for (const platform of botPlatform.options)
    if (config[platform]) botAvailable.set({ platform }, outages.has(platform) ? 0 : 1)
}

async function readCompleteTo(db: WorkerContext['db'], { paypal, stripe }: Config) {
  const configured = Object.entries({ paypal, stripe }).flatMap(([provider, config]) =>
    config ? [{ provider: provider as Provider, mode: config.mode }] : [],
  )
  const found = await Promise.all(
    configured.map(async (account) => ({
      provider: account.provider,
      at: await findWhollyCompleteTo(db, [account]),
    })),
  )
  return found.flatMap(({ provider, at }) => (at ? [{ provider, at }] : []))
}

async function readQueues({ queues, log }: WorkerContext): Promise<void> {
  await Promise.all(
    queueNames.map(async (queue) => {
      try {
        const { waiting, oldestSeconds } = await queues.measure(queue, queueTimeoutMs)
        queueJobs.set({ queue }, waiting)
        queueAge.set({ queue }, oldestSeconds)
      } catch (error) {
        log.debug({ queue, reason: (error as Error).message }, 'queue not measured')
        queueJobs.remove({ queue })
        queueAge.remove({ queue })
      }
    }),
  )
}

function forgetDatabase(): void {
  for (const gauge of [openDeliveries, overdue, gaveUp, completeTo, budgetLeft, botAvailable]) gauge.reset()
  for (const gauge of [oldestEvent, stuckWebhooks]) gauge.remove() // `reset` would set them to 0
}
