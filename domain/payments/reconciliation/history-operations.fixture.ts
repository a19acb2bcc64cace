/** The operations of a random history after a tip is paid: actions of supporters, creators, banks and providers. */
import { sql } from 'kysely'
import { decideAdjustment, proposeAdjustment } from '../../admin/adjustments.ts'
import { refreshPayout } from '../payouts/refresh-payout.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { amounts, pickAmount } from './history-amounts.fixture.ts'
import type { HistoryCurrency } from './history-amounts.fixture.ts'
import { listChecks } from './history-checks.fixture.ts'
import type { Stage } from './history-stage.fixture.ts'

async function pickTip({ chance, db }: Stage, only?: 'paypal' | 'stripe') {
  const { rows } = await sql<{
    id: string
    creatorUid: string
    provider: 'paypal' | 'stripe'
    captureId: string
    currency: HistoryCurrency
    charged: number
  }>`
    select id, creator_uid, provider, capture_id, currency, (amount_minor + covered_fee_minor)::int as charged
    from tip where provider = any (${only ? [only] : ['paypal', 'stripe']}) order by captured_at, capture_no
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
  const found = await pickTip(stage, only)
  if (!found) return false
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

/** A creator refunds by eCheck, which takes days, on PayPal's own site; half the time also the next time on ours. */
export async function refundByCheck(stage: Stage): Promise<boolean> {
  if (stage.chance.isTrue(0.5)) await stage.tell.paypal('echecks', { times: 1 })
  return act(stage, ['refund-pending'], 'paypal')
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

/** A bank debit clears, or the bank returns it. */
export async function endDebit({ chance, tell }: Stage): Promise<boolean> {
  const { intents } = await tell.stripe<{ intents: Record<string, { id: string; status: string }> }>('state')
  const waiting = Object.values(intents).filter(({ status }) => status === 'processing')
  if (waiting.length === 0) return false
  const act = chance.isTrue(0.7) ? 'clear' : 'fail'
  await tell.stripe('act', { intentId: chance.pick(waiting).id, act })
  return true
}

/** A provider stops an account. */
export async function stopPayee({ chance, creators, stopped, tell }: Stage): Promise<boolean> {
  const { uid, email } = chance.pick(creators)
  const provider = chance.pick(['paypal', 'stripe'] as const)
  if (stopped.length > 1 || stopped.some((one) => one.uid === uid && one.provider === provider)) return false
  stopped.push({ uid, provider })
  if (provider === 'paypal')
    await tell.paypal('merchants', { email, standing: chance.pick(['restricted', 'closed']) })
  else await tell.stripe('accounts', { email, cardPayments: 'restricted' })
  return true
}

/** A provider lets an account take payments once more, and its creator looks at it on our site. */
export async function restorePayee({ ctx, creators, stopped, tell }: Stage): Promise<boolean> {
  const one = stopped.shift()
  if (!one) return false
  const { uid, provider } = one
  const { email } = creators.find((creator) => creator.uid === uid)!
  if (provider === 'paypal') await tell.paypal('merchants', { email, standing: 'ready' })
  else await tell.stripe('accounts', { email, cardPayments: 'active' })
  await refreshPayout(ctx, uid, provider)
  return true
}

/** Two admins book an adjustment that is wrong. */
export async function adjustWrongly(stage: Stage): Promise<boolean> {
  const found = await pickTip(stage)
  if (!found) return false
  const { chance } = stage
  const kind = chance.pick(['payment', 'refund', 'dispute'] as const)
  const amount = chance.pick([-3, -1, 2])
  return adjust(stage, { tipId: found.id, kind, account: 'provider', amount })
}

type Adjusted = Pick<Parameters<typeof proposeAdjustment>[2], 'tipId' | 'kind' | 'account' | 'amount'>

/** One admin proposes an adjustment, and another one books it. */
export async function adjust(
  { db, admins: [ada, ben] }: Pick<Stage, 'db' | 'admins'>,
  adjusted: Adjusted,
): Promise<boolean> {
  const reason = 'Seen at the provider'
  const id = await proposeAdjustment(
    db,
    { adminUid: ada },
    { ...adjusted, transactionId: 'txn_seen', reason },
  )
  await decideAdjustment(db, { adminUid: ben, reason }, { id, decision: 'book' })
  return true
}

/** Everything ends that only waits for a payer, a bank or a provider: disputes, payments that clear, and stopped accounts. */
export async function endAll(stage: Stage): Promise<void> {
  const { chance, stopped, tell } = stage
  while (stopped.length > 0) await restorePayee(stage)
  await rejectProposals(stage)
  await tell.paypal('echecks', { times: 0 })
  for (const captureId of await listChecks(tell))
    await tell.paypal('act', { captureId, act: chance.pick(['refund-cleared', 'refund-failed']) })
  const { captures } = await tell.paypal<{ captures: Record<string, Contested> }>('state')
  for (const { id: captureId, disputeId, status } of Object.values(captures)) {
    if (status === 'PENDING') await tell.paypal('act', { captureId, act: 'clear' })
    if (disputeId) await tell.paypal('act', { captureId, act: chance.pick(['dispute-won', 'dispute-lost']) })
  }
  const { intents, disputes } = await tell.stripe<StripeWaiting>('state')
  for (const { id: intentId, status } of Object.values(intents))
    if (status === 'processing') await tell.stripe('act', { intentId, act: chance.pick(['clear', 'fail']) })
  for (const { intentId, status } of Object.values(disputes)) {
    const isInquiry = status.startsWith('warning_') && status !== 'warning_closed'
    if (isInquiry) await tell.stripe('act', { intentId, act: 'inquiry-closed' })
    if (status === 'needs_response' || status === 'under_review')
      await tell.stripe('act', { intentId, act: chance.pick(['dispute-won', 'dispute-lost']) })
  }
}

/** An admin rejects the adjustments that nobody has decided, because the process died before. */
export async function rejectProposals({ db, admins: [, ben] }: Pick<Stage, 'db' | 'admins'>): Promise<void> {
  const open = await db.selectFrom('adjustment').select('id').where('decision', 'is', null).execute()
  for (const { id } of open)
    await decideAdjustment(db, { adminUid: ben, reason: 'Nothing differs' }, { id, decision: 'reject' })
}

interface StripeWaiting {
  intents: Record<string, { id: string; status: string }>
  disputes: Record<string, Contested>
}
