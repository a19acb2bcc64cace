/**
 * Plays random histories of payments at both providers: tips, refunds, reversals, inquiries, disputes and payouts, with calls that fail or
 * lose their response, and webhooks that are lost, late or repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { startListener } from '../../../sandbox/conformance/webhook-listener.fixture.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { readPaymentRecords } from '../records/read-payment-records.ts'
import { retryRefunds } from '../refunds/request-refund.ts'
import { processOpenWebhooks, processWebhook, storeWebhook } from '../webhooks/receive-webhook.ts'
import { chanceOf } from './chance.fixture.ts'
import { openHistoryProviders } from './history-providers.fixture.ts'
import {
  accept,
  contest,
  decide,
  dispute,
  endInquiry,
  inquire,
  payOut,
  refundHere,
  refundThere,
  reverse,
  tip,
} from './history-operations.fixture.ts'
import type { Stage } from './history-operations.fixture.ts'
import { reconcile } from './reconcile.ts'
import type { ReconciliationReport } from './report.ts'

const weights: [weight: number, operation: (stage: Stage) => Promise<unknown>][] = [
  [45, tip],
  [13, refundHere],
  [8, refundThere],
  [3, reverse],
  [3, accept],
  [8, dispute],
  [6, contest],
  [8, decide],
  [4, inquire],
  [4, endInquiry],
  [3, payOut],
  [6, deliverLate],
  [4, settle],
  [2, compare],
]

/**
 * Plays a history of `operations` random operations. The same seed makes the same choices, but the webhooks that have arrived
 * before a choice may differ. The providers' clock begins ten days ago; the database's clock is not changed.
 */
export async function playHistory(seed: number, operations: number, creators: number) {
  const stage: Stage = {
    ...(await openHistoryProviders(creators)),
    chance: chanceOf(seed),
    done: {},
    late: [],
  }
  const hooks = { paypal: await startListener(), stripe: await startListener() }
  for (const name of ['paypal', 'stripe'] as const)
    await stage.tell[name]('webhook-url', { url: hooks[name].url })
  const now = Date.now()
  const step = (10 * 86_400_000) / operations
  vi.useFakeTimers({ toFake: ['Date'], now: now - 10 * 86_400_000 })
  await reconcile(stage.ctx) // registers the accounts, so that all later transactions are compared
  for (let number = 0; number < operations; number += 1) {
    vi.setSystemTime(now - 10 * 86_400_000 + number * step)
    await perform(stage)
    await sleep(3) // gives the stand-in time to send webhooks, which it does after its response
    for (const name of ['paypal', 'stripe'] as const)
      for (const { body } of hooks[name].deliveries.splice(0)) await hear(stage, name, body)
  }
  return {
    ...stage,
    /** Delivers all late webhooks, and reconciles until nothing has to be repaired. Returns the last report. */
    finish: () => finish(stage, now, 2 + Math.ceil(operations / 100)),
    async [Symbol.asyncDispose]() {
      vi.useRealTimers()
      for (const hook of Object.values(hooks)) await hook[Symbol.asyncDispose]()
      await stage[Symbol.asyncDispose]()
    },
  }
}

async function perform(stage: Stage): Promise<void> {
  const { chance, done } = stage
  const total = weights.reduce((sum, [weight]) => sum + weight, 0)
  let left = chance.below(total)
  const [, operation] = weights.find(([weight]) => (left -= weight) < 0)!
  if (chance.isTrue(0.08)) await failNext(stage)
  if (chance.isTrue(0.04)) return killDuring(stage, operation)
  try {
    if ((await operation(stage)) !== false) done[operation.name] = (done[operation.name] ?? 0) + 1
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    done['refused or without a response'] = (done['refused or without a response'] ?? 0) + 1
  }
}

/** Begins an operation and, after some milliseconds, does to the database what the death of our process does. */
async function killDuring(stage: Stage, operation: (stage: Stage) => Promise<unknown>): Promise<void> {
  const { chance, done } = stage
  const running = operation(stage).catch(() => {}) // it ends with an error, or was faster
  await sleep(chance.below(40))
  await stage.killConnections()
  await running
  await stage.expireLeases()
  done['killed'] = (done['killed'] ?? 0) + 1
}

/** Makes the next call of a random kind fail: before the provider has done anything, after it has, or with a 503. */
async function failNext({ chance, tell }: Stage): Promise<void> {
  const name = chance.pick(['paypal', 'stripe'] as const)
  const operation = chance.pick(
    name === 'paypal' ? ['create', 'capture', 'get', 'refund'] : ['create', 'get', 'refund'],
  )
  await tell[name]('faults', {
    operation,
    fault: chance.pick(['drop-before', 'drop-after-commit', 'status-503']),
    times: 1,
  })
}

/** Decides at random whether a webhook is processed, lost, repeated or delivered later. */
async function hear(stage: Stage, provider: 'paypal' | 'stripe', body: string): Promise<void> {
  const fate = stage.chance.below(10)
  if (fate < 3) stage.late.push({ provider, body })
  else if (fate > 4) await receive(stage.ctx, provider, body)
  if (fate === 9) await receive(stage.ctx, provider, body)
}

async function receive(ctx: PaymentContext, provider: 'paypal' | 'stripe', body: string): Promise<void> {
  const webhook = await storeWebhook(ctx, ctx.payments[provider]!, Buffer.from(body))
  // A webhook that fails is stored, and `settle` processes it.
  if (webhook) await processWebhook(ctx, webhook).catch(() => {})
}

async function deliverLate(stage: Stage): Promise<void> {
  const { late, chance, ctx } = stage
  for (let count = Math.min(late.length, 3); count > 0; count -= 1) {
    const [{ provider, body }] = late.splice(chance.below(late.length), 1) as [(typeof late)[number]]
    await receive(ctx, provider, body)
  }
}

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/**
 * Does the work of the product's schedules. The passed times are ahead of the providers' clock, because the database's clock is.
 */
async function settle({ ctx }: Stage, aheadMinutes = 11 * 24 * 60): Promise<void> {
  await processOpenWebhooks(ctx, later(aheadMinutes))
  await resolveOpenOrders(ctx, later(aheadMinutes))
  await retryRefunds(ctx, later(aheadMinutes))
  await readPaymentRecords(ctx, later(aheadMinutes))
}

/** The hourly reconciliation runs. */
async function compare({ ctx }: Stage): Promise<void> {
  await reconcile(ctx)
}

/**
 * Delivers all late webhooks, then runs the schedules and reconciles hours later, when PayPal has listed all transactions, until
 * nothing is repaired any more.
 */
async function finish(stage: Stage, now: number, batches: number): Promise<ReconciliationReport> {
  const { ctx, late } = stage
  const hour = 3_600_000
  const start = Math.max(now, Date.now())
  while (late.length > 0) await deliverLate(stage)
  let report: ReconciliationReport | undefined
  for (let round = 0; round < 5; round += 1) {
    vi.setSystemTime(start + 8 * round * hour)
    for (let batch = 0; batch < batches; batch += 1) await settle(stage, (30 + round + batch) * 24 * 60)
    vi.setSystemTime(start + (8 * round + 4) * hour)
    report = await reconcile(ctx)
    if (!report) throw new Error('another process reconciles')
    const { tips, refunds, disputes } = report.repaired
    if (round > 0 && tips.length + refunds.length + disputes.length === 0) break
  }
  return report!
}
