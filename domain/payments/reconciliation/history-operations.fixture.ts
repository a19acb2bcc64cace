/** The operations of a random history: actions of supporters, creators, banks and providers. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { captureOrder, confirmOrder } from '../orders/capture-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { buildTipRequest } from '../orders/tip-request.fixture.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import type { Chance } from './chance.fixture.ts'
import type { HistoryProviders } from './history-providers.fixture.ts'

/** The state of a history while it is played. */
export interface Stage extends HistoryProviders {
  chance: Chance
  /** How often each operation was performed. */
  done: Record<string, number>
  /** Webhooks that the product has not received yet. */
  late: { provider: 'paypal' | 'stripe'; body: string }[]
}

/**
 * The currencies of the tips, and their smallest and largest amounts in minor units. `step` is the smallest amount that all
 * providers charge, and `paypal` how many minor units PayPal's smallest amount has: it takes no decimals of the forint.
 */
const amounts = {
  gbp: { min: 1_00, max: 50_00, step: 1, paypal: 1 },
  usd: { min: 1_00, max: 50_00, step: 1, paypal: 1 },
  jpy: { min: 200, max: 9_000, step: 1, paypal: 1 },
  huf: { min: 500_00, max: 20_000_00, step: 100, paypal: 100 },
} as const
type HistoryCurrency = keyof typeof amounts

/** Picks an amount of a currency that all providers charge. */
function pickAmount(chance: Chance, currency: HistoryCurrency, min: number, max: number): number {
  const { step } = amounts[currency]
  return Math.ceil(min / step) * step + step * chance.below(Math.max(1, Math.floor((max - min) / step)))
}

/** A supporter opens an order and usually pays it. After most payments, the browser then asks to capture or look up the order. */
export async function tip({ chance, db, ctx, owedCtx, creators, tell }: Stage): Promise<unknown> {
  const { uid } = chance.pick(creators)
  const provider = chance.pick(['paypal', 'stripe'] as const)
  const used = provider === 'paypal' && chance.isTrue(0.3) ? owedCtx : ctx
  const currency = chance.pick(Object.keys(amounts) as HistoryCurrency[])
  const { min, max } = amounts[currency]
  const amountMinor = pickAmount(chance, currency, min, max)
  const { providerOrderId } = await openOrder(used, provider, {
    ...buildTipRequest(uid, { amountMinor, currency, coversFee: chance.isTrue(0.4) }),
    addressHash: randomBytes(32).toString('hex'),
  })
  // The database's clock is ahead of the providers', and PayPal lists a payment under the time when it was begun.
  const begun = { createdAt: new Date() }
  await db.updateTable('tipOrder').set(begun).where('providerOrderId', '=', providerOrderId).execute()
  if (chance.isTrue(0.05)) return
  if (provider === 'stripe') await tell.stripe('pay', { sessionId: providerOrderId })
  else
    await tell.paypal('approve', {
      orderId: providerOrderId,
      outcome: 'pay',
    })
  if (chance.isTrue(0.25)) return
  const lookUp = { providerOrderId, address: '' }
  await (provider === 'stripe' ? confirmOrder(used, provider, lookUp) : captureOrder(used, provider, lookUp))
}

async function pickTip({ chance, db }: Stage) {
  const { rows } = await sql<{
    id: string
    creatorUid: string
    provider: 'paypal' | 'stripe'
    captureId: string
    currency: HistoryCurrency
    charged: number
  }>`
    select id, creator_uid, provider, capture_id, currency, (amount_minor + covered_fee_minor)::int as charged
    from tip order by captured_at, capture_no
  `.execute(db)
  return rows.length > 0 ? chance.pick(rows) : undefined
}

/** A creator refunds a whole tip or a part of it, on our site. */
export async function refundHere(stage: Stage): Promise<unknown> {
  const found = await pickTip(stage)
  if (!found) return false
  const { id: tipId, creatorUid, currency, charged } = found
  const { chance } = stage
  const amountMinor = chance.isTrue(0.4) ? charged : pickAmount(chance, currency, 1, charged)
  return requestRefund(stage.ctx, creatorUid, { tipId, amountMinor, reason: '' })
}

/** Performs one of these acts on a random payment at its provider. Returns false if the provider does not allow that. */
async function act(stage: Stage, acts: readonly string[], only?: 'paypal' | 'stripe'): Promise<boolean> {
  const found = await pickTip(stage)
  if (!found || (only && found.provider !== only)) return false
  const { provider, captureId, currency, charged } = found
  // On Stripe's own site a part of a forint can be refunded.
  const unit = provider === 'paypal' ? amounts[currency].paypal : 1
  const amount = stage.chance.isTrue(0.4) ? undefined : 1 + stage.chance.below(charged / unit)
  const wanted =
    provider === 'paypal'
      ? { captureId, act: stage.chance.pick(acts), amountMinor: amount }
      : { intentId: captureId, act: stage.chance.pick(acts), amount }
  return stage.tell[provider]('act', wanted).then(
    () => true,
    () => false,
  )
}

/** A creator refunds a payment on the provider's own site. */
export async function refundThere(stage: Stage): Promise<boolean> {
  return act(stage, ['refund'])
}

/** A creator accepts or refuses, at PayPal, payments that wait because the account has no balance in their currency. */
export async function accept({ chance, tell }: Stage): Promise<boolean> {
  const { captures } = await tell.paypal<{ captures: Record<string, { id: string; status: string }> }>(
    'state',
  )
  const waiting = Object.values(captures).filter(({ status }) => status === 'PENDING')
  if (waiting.length === 0) return false
  const act = chance.isTrue(0.8) ? 'clear' : 'deny'
  await tell.paypal('act', { captureId: chance.pick(waiting).id, act })
  return true
}

/** A bank reverses a payment at PayPal. */
export async function reverse(stage: Stage): Promise<boolean> {
  return act(stage, ['reverse', 'chargeback'], 'paypal')
}

/** A payer makes a claim of a dispute at PayPal, or a creator answers one at Stripe. */
export async function contest(stage: Stage): Promise<boolean> {
  const { captures } = await stage.tell.paypal<{ captures: Record<string, Contested> }>('state')
  const { disputes } = await stage.tell.stripe<{ disputes: Record<string, Contested> }>('state')
  const open = [
    ...Object.values(captures).flatMap(({ id, disputeId }) =>
      disputeId ? { provider: 'paypal' as const, captureId: id, act: 'escalate' } : [],
    ),
    ...Object.values(disputes).flatMap(({ intentId, status }) =>
      status === 'needs_response' ? { provider: 'stripe' as const, intentId, act: 'counter' } : [],
    ),
  ]
  if (open.length === 0) return false
  const { provider, ...wanted } = stage.chance.pick(open)
  await stage.tell[provider]('act', wanted)
  return true
}

interface Contested {
  id: string
  intentId: string
  disputeId?: string
  status: string
}

/** A payer disputes a payment. */
export async function dispute(stage: Stage): Promise<boolean> {
  return act(stage, ['dispute'])
}

/** A bank asks Stripe about a payment. */
export async function inquire(stage: Stage): Promise<boolean> {
  return act(stage, ['inquire'], 'stripe')
}

/** A bank that has asked about a payment is content, or makes a dispute of it. */
export async function endInquiry({ chance, tell }: Stage): Promise<boolean> {
  const { disputes } = await tell.stripe<{ disputes: Record<string, { intentId: string; status: string }> }>(
    'state',
  )
  const open = Object.values(disputes).filter(({ status }) => status === 'warning_needs_response')
  if (open.length === 0) return false
  const { intentId } = chance.pick(open)
  await tell.stripe('act', { intentId, act: chance.pick(['escalate', 'escalate', 'inquiry-closed']) })
  return true
}

/** A provider decides a dispute. */
export async function decide(stage: Stage): Promise<boolean> {
  return act(stage, ['dispute-lost', 'dispute-won'])
}

/** Stripe pays out to a creator's bank. */
export async function payOut({ chance, creators, tell }: Stage): Promise<boolean> {
  return tell.stripe('payout', { account: chance.pick(creators).stripeId }).then(
    () => true,
    () => false,
  )
}
