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

/** A supporter opens an order and usually pays it. After most payments, the browser then asks to capture or look up the order. */
export async function tip({ chance, ctx, owedCtx, creators, tell }: Stage): Promise<unknown> {
  const { uid } = chance.pick(creators)
  const provider = chance.pick(['paypal', 'stripe'] as const)
  const used = provider === 'paypal' && chance.isTrue(0.3) ? owedCtx : ctx
  const { providerOrderId } = await openOrder(used, provider, {
    ...buildTipRequest(uid, { amountMinor: 100 + chance.below(4_900), coversFee: chance.isTrue(0.4) }),
    addressHash: randomBytes(32).toString('hex'),
  })
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
    charged: number
  }>`
    select id, creator_uid, provider, capture_id, (amount_minor + covered_fee_minor)::int as charged from tip order by captured_at, capture_no
  `.execute(db)
  return rows.length > 0 ? chance.pick(rows) : undefined
}

/** A creator refunds a whole tip or a part of it, on our site. */
export async function refundHere(stage: Stage): Promise<unknown> {
  const found = await pickTip(stage)
  if (!found) return false
  const { id: tipId, creatorUid, charged } = found
  const amountMinor = stage.chance.isTrue(0.4) ? charged : 1 + stage.chance.below(charged)
  return requestRefund(stage.ctx, creatorUid, { tipId, amountMinor, reason: '' })
}

/** Performs one of these acts on a random payment at its provider. Returns false if the provider does not allow that. */
async function act(stage: Stage, acts: readonly string[], only?: 'paypal'): Promise<boolean> {
  const found = await pickTip(stage)
  if (!found || (only && found.provider !== only)) return false
  const { provider, captureId, charged } = found
  const amount = stage.chance.isTrue(0.4) ? undefined : 1 + stage.chance.below(charged)
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

/** A bank reverses a payment at PayPal. */
export async function reverse(stage: Stage): Promise<boolean> {
  return act(stage, ['reverse'], 'paypal')
}

/** A payer disputes a payment. */
export async function dispute(stage: Stage): Promise<boolean> {
  return act(stage, ['dispute'])
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
