/** Gives a demo its history: every past tip becomes an order that was opened and captured on its day. */
import { sql } from 'kysely'
import { toPayoutMinor } from '../contract/money/money.ts'
import { serviceFee } from '../contract/money/service-fee.ts'
import { isAnonymousName } from '../contract/payments/tip.ts'
import type { Trx } from '../db/connection.ts'
import { insertOrder } from '../db/queries/payments/orders.ts'
import { demoCapturePrefix } from '../db/queries/payments/reconciliation.ts'
import { fanOut } from '../db/queries/deliveries/fan-out.ts'
import type { NewOrder } from '../db/schema.ts'
import type { Config } from '../domain/config/config.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import type { DemoLinks } from './links.ts'
import { pastTips } from './past-tips.ts'
import type { PastTip } from './past-tips.ts'
import type { DemoCreator } from './people.ts'

export interface MadeCreator {
  creator: DemoCreator
  uid: string
  links: DemoLinks
}

const hourInMs = 3600_000

/** Records all past tips as already delivered, so that no overlay, chat or email announces them. */
export async function recordPastTips(
  trx: Trx,
  config: Config,
  creators: ReadonlyMap<string, MadeCreator>,
  supporterUid: string,
): Promise<void> {
  const goals = await listGoalIds(trx)
  for (const [index, tip] of pastTips.entries()) {
    const made = creators.get(tip.to)
    if (!made) continue
    const capturedAt = new Date(Date.now() - tip.hoursAgo * hourInMs)
    const order = {
      ...toOrder(tip, made, config),
      providerOrderId: `${demoCapturePrefix}ORDER-${index + 1}`,
      goalId: goalOf(tip, made, goals),
      supporterUid: tip.isOfSupporter ? supporterUid : null,
      createdAt: capturedAt,
      updatedAt: capturedAt,
    }
    await insertOrder(trx, order)
    await capture(trx, order, `${demoCapturePrefix}CAPTURE-${index + 1}`, capturedAt)
  }
  await datePastCompletions(trx)
}

/** Returns goal ids by creator and title. */
async function listGoalIds(trx: Trx): Promise<ReadonlyMap<string, string>> {
  const rows = await trx.selectFrom('goal').select(['creatorUid', 'title', 'goalId']).execute()
  return new Map(rows.map(({ creatorUid, title, goalId }) => [`${creatorUid} ${title}`, goalId]))
}

function goalOf(
  tip: PastTip,
  { creator, uid }: MadeCreator,
  goals: ReadonlyMap<string, string>,
): string | null {
  if (tip.goal === null) return null
  const goal = creator.goals.find(({ key }) => key === tip.goal)
  const goalId = goal && goals.get(`${uid} ${goal.title}`)
  if (!goalId) throw new Error(`${tip.to} has no goal ${tip.goal}`)
  return goalId
}

function toOrder({ name, units, message, isPrivate }: PastTip, made: MadeCreator, config: Config) {
  const amountMinor = toPayoutMinor(units)
  return {
    provider: 'paypal' as const,
    payeeId: made.links.payouts.find(({ provider }) => provider === 'paypal')?.payeeId ?? 'DEMO',
    mode: config.mode,
    creatorUid: made.uid,
    supporterName: name,
    isAnonymous: isAnonymousName(name),
    isPrivate,
    message,
    amountMinor,
    feeMinor: serviceFee(amountMinor, made.creator.currency, config.serviceFeePercent),
    feeMode: config.paypal?.isPartner ? ('split' as const) : ('owed' as const),
    currency: made.creator.currency,
    status: 'CREATED' as const,
  } satisfies Partial<NewOrder>
}

type OrderToCapture = ReturnType<typeof toOrder> & { providerOrderId: string }

async function capture(trx: Trx, order: OrderToCapture, captureId: string, capturedAt: Date): Promise<void> {
  const { providerOrderId, payeeId, amountMinor: chargedMinor, currency, creatorUid } = order
  const paid = { provider: 'paypal', providerOrderId, captureId, payeeId, chargedMinor, currency } as const
  const tip = await recordTip(trx, paid, capturedAt)
  if (tip.kind !== 'recorded') throw new Error(`${providerOrderId}: ${tip.kind}`)
  const plans = tip.jobs.map(({ eventId }) => ({ eventId, destinations: [] }))
  await fanOut(trx, [{ creatorUid, plans }], { lifetimesMs: {}, isNotifying: true })
}

/** Sets the completion time of goals that past tips have funded to the day of the funding tip. */
async function datePastCompletions(trx: Trx): Promise<void> {
  await sql`
    update goal set completed_at = tip.captured_at from tip
    where goal.funded_by_tip_id = tip.id and starts_with(tip.capture_id, ${demoCapturePrefix})
  `.execute(trx)
}
