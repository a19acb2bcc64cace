/**
 * Plays random histories of payments at both providers: tips, refunds, reversals, inquiries, disputes and payouts, with calls that fail or
 * lose their response, and webhooks that are lost, late or repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { startListener } from '../../../sandbox/conformance/webhook-listener.fixture.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { readPaymentRecords } from '../records/read-payment-records.ts'
import { requestUnreturned, retryRefunds } from '../refunds/request-refund.ts'
import { processOpenWebhooks, processWebhook, storeWebhook } from '../webhooks/receive-webhook.ts'
import { chanceOf } from './chance.fixture.ts'
import { endCheck, failRefund } from './history-checks.fixture.ts'
import { openHistoryProviders } from './history-providers.fixture.ts'
import {
  askLater,
  expire,
  lookUp,
  openBeside,
  overlap,
  passBy,
  payLater,
  sendForm,
  tip,
} from './history-checkouts.fixture.ts'
import {
  accept,
  adjustWrongly,
  contest,
  decide,
  dispute,
  endDebit,
  endInquiry,
  inquire,
  payOut,
  refundByCheck,
  refundHere,
  refundThere,
  restorePayee,
  reverse,
  stopPayee,
} from './history-operations.fixture.ts'
import { count, states } from './history-stage.fixture.ts'
import type { Stage } from './history-stage.fixture.ts'
import { reconcile } from './reconcile.ts'
import type { ReconciliationReport } from './report.ts'

const weights: [weight: number, operation: (stage: Stage) => Promise<unknown>][] = [
  [34, tip],
  [8, openBeside],
  [4, sendForm],
  [5, payLater],
  [4, askLater],
  [3, lookUp],
  [6, overlap],
  [3, passBy],
  [1, expire],
  [4, endDebit],
  [2, stopPayee],
  [3, restorePayee],
  [1, adjustWrongly],
  [13, refundHere],
  [8, refundThere],
  [3, failRefund],
  [3, refundByCheck],
  [4, endCheck],
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

/** What the stand-ins cannot do to the account of our own keys, and what only that leads to. */
const ofPlatform: readonly string[] = [stopPayee.name, restorePayee.name, 'refused: payee_unavailable']

/** Returns the operations that have not taken effect, and the states that were not reached. */
export function listUnplayed(done: Stage['done'], hasPlatform = true): string[] {
  const wanted = [...weights.map(([, operation]) => operation.name), ...states]
  return wanted.filter((name) => !done[name] && (hasPlatform || !ofPlatform.includes(name)))
}

/**
 * Plays a history of `operations` random operations, and goes on until each has taken effect, up to three times as many. The same seed makes the same choices, but the webhooks that have arrived
 * before a choice may differ. The providers' clock begins ten days ago; the database's clock is not changed.
 */
export async function playHistory(
  seed: number,
  operations: number,
  creators: number,
  mode: CheckoutMode = 'platform',
) {
  const stage: Stage = {
    ...(await openHistoryProviders(creators, mode)),
    chance: chanceOf(seed),
    done: {},
    late: [],
    checkouts: [],
    stopped: [],
    bag: [],
  }
  const hooks = { paypal: await startListener(), stripe: await startListener() }
  for (const name of ['paypal', 'stripe'] as const)
    await stage.tell[name]('webhook-url', { url: hooks[name].url })
  const now = Date.now()
  const step = (10 * 86_400_000) / operations
  vi.useFakeTimers({ toFake: ['Date'], now: now - 10 * 86_400_000 })
  await reconcile(stage.ctx) // registers the accounts, so that all later transactions are compared
  const isEnough = (number: number) =>
    number >= operations && listUnplayed(stage.done, stage.hasPlatform).length === 0
  for (let number = 0; number < 3 * operations && !isEnough(number); number += 1) {
    const beyond = Math.max(0, number - operations)
    vi.setSystemTime(now - 10 * 86_400_000 + (number - beyond) * step + beyond * 1_000)
    await perform(stage, beyond > 0)
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

/** Draws an operation as from a bag, which is filled before it is empty, so that none is left out for long. */
function drawOperation({ bag, chance, hasPlatform }: Stage): (stage: Stage) => Promise<unknown> {
  const possible = weights.filter(([, { name }]) => hasPlatform || !ofPlatform.includes(name))
  if (bag.length <= possible.length)
    bag.push(...possible.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation)))
  return bag.splice(chance.below(bag.length), 1)[0]!
}

/** Performs one operation. One that is not possible now is put back, and another one is drawn. */
async function perform(stage: Stage, isLate: boolean): Promise<void> {
  const { bag, chance } = stage
  const missing = listUnplayed(stage.done, stage.hasPlatform)
  const unplayed = weights.flatMap(([, operation]) => (missing.includes(operation.name) ? operation : []))
  if (isLate) bag.push(...unplayed.flatMap((one) => Array.from({ length: 20 }, () => one)))
  if (chance.isTrue(0.08)) await failNext(stage)
  if (chance.isTrue(0.04)) return killDuring(stage, drawOperation(stage))
  for (let attempts = 0; attempts < 5; attempts += 1) {
    const operation = drawOperation(stage)
    try {
      if ((await operation(stage)) !== false) return count(stage, operation.name)
      bag.push(operation)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return count(stage, `refused: ${error.code}`)
    }
  }
}

/** Begins an operation and, after some milliseconds, does to the database what the death of our process does. */
async function killDuring(stage: Stage, operation: (stage: Stage) => Promise<unknown>): Promise<void> {
  const { chance } = stage
  const running = operation(stage).catch(() => {}) // it ends with an error, or was faster
  await sleep(chance.below(40))
  await stage.killConnections()
  await running
  await stage.expireLeases()
  count(stage, 'killed')
}

/** Makes the next call of a random kind fail: before the provider has done anything, after it has, or with a 503. */
async function failNext({ chance, tell }: Stage): Promise<void> {
  const name = chance.pick(['paypal', 'stripe'] as const)
  const operation = chance.pick(
    name === 'paypal' ? ['create', 'capture', 'get', 'refund'] : ['create', 'get', 'close', 'refund'],
  )
  await tell[name]('faults', {
    operation,
    fault: chance.pick(['drop-before', 'drop-after-commit', 'status-503']),
    times: 1,
  })
}

const fates = ['late', 'late', 'late', 'lost', 'lost', 'in time', 'in time', 'in time', 'in time', 'twice']

/** Decides at random whether a webhook is processed, lost, repeated or delivered later. */
async function hear(stage: Stage, provider: 'paypal' | 'stripe', body: string): Promise<void> {
  const fate = stage.chance.below(10)
  count(stage, `webhook ${fates[fate]!}`)
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
  await requestUnreturned(ctx)
  await retryRefunds(ctx, later(aheadMinutes))
  await readPaymentRecords(ctx, later(aheadMinutes))
}

/** The hourly reconciliation runs. */
async function compare({ ctx }: Stage): Promise<void> {
  await reconcile(ctx)
}

/**
 * Delivers all late webhooks, then runs the schedules and reconciles hours later, when PayPal has listed all transactions, until
 * nothing is repaired any more. First both providers fail some calls: what a run could not look up, the next one has to.
 */
async function finish(stage: Stage, now: number, batches: number): Promise<ReconciliationReport> {
  const { ctx, late, tell } = stage
  const hour = 3_600_000
  const start = Math.max(now, Date.now())
  while (late.length > 0) await deliverLate(stage)
  for (const name of ['paypal', 'stripe'] as const)
    await tell[name]('faults', { operation: 'get', fault: 'status-503', times: 3 })
  let report: ReconciliationReport | undefined
  for (let round = 0; round < 8; round += 1) {
    vi.setSystemTime(start + 8 * round * hour)
    for (let batch = 0; batch < batches; batch += 1) await settle(stage, (30 + round + batch) * 24 * 60)
    vi.setSystemTime(start + (8 * round + 4) * hour)
    report = await reconcile(ctx)
    if (!report) throw new Error('another process reconciles')
    const { tips, refunds, disputes } = report.repaired
    const repaired = tips.length + refunds.length + disputes.length
    if (round > 0 && repaired + report.unanswered.length === 0) break
  }
  return report!
}
