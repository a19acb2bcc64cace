/** Sends test alerts for creators to try their overlay. */
import type { OutboxEvent, TipEventJob } from '../../contract/events.ts'
import type { Currency } from '../../contract/money/money.ts'
import type { Db } from '../../db/connection.ts'
import type { SampleKind } from '../../contract/alerts/sample-alerts.ts'
import { findCurrency, findLocale } from '../../db/queries/accounts/accounts.ts'
import { insertEvent } from '../../db/queries/deliveries/events.ts'
import { sampleTipOf } from './sample-tips.ts'

interface SendContext {
  db: Db
  publish(jobs: readonly TipEventJob[]): void
}

export interface TestAlert {
  donorName: string
  amountMinor: number
  currency: Currency
  goalTitle: string
}

/** Delivers the alert of a sample tip to overlays only, in the same way as a real tip's alert. No tip is stored. */
export async function sendSampleAlert(
  ctx: SendContext,
  creatorUid: string,
  sample: SampleKind,
): Promise<void> {
  const [locale, currency] = await Promise.all([
    findLocale(ctx.db, creatorUid),
    findCurrency(ctx.db, creatorUid),
  ])
  const { tip, goal } = sampleTipOf(sample, currency ?? 'usd', locale)
  const values = { name: tip.supporterName, amountMinor: tip.amountMinor, currency: tip.currency }
  await send(ctx, creatorUid, { ...values, goalTitle: goal?.title ?? '', sample })
}

/** Delivers a test alert to overlays only, in the same way as a tip's alert. */
export async function sendTestAlert(
  ctx: SendContext,
  creatorUid: string,
  { donorName, amountMinor, currency, goalTitle }: TestAlert,
): Promise<void> {
  await send(ctx, creatorUid, { name: donorName, amountMinor, currency, goalTitle })
}

type Tested = Extract<OutboxEvent, { type: 'alert.tested' }>

async function send(ctx: SendContext, creatorUid: string, tested: Omit<Tested, 'type'>): Promise<void> {
  const eventId = await insertEvent(ctx.db, creatorUid, { type: 'alert.tested', ...tested })
  ctx.publish([{ eventId }])
}
