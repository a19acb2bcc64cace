/** Test alerts, with which creators try their overlay. */
import type { TipEventJob } from '../../contract/events.ts'
import type { Currency } from '../../contract/money.ts'
import type { Db } from '../../db/connection.ts'
import { insertEvent } from '../../db/queries/events.ts'

export interface TestAlert {
  donorName: string
  amountMinor: number
  currency: Currency
  goalTitle: string
}

/** Sends a test alert in the same way as a tip's alert, but to overlays only. */
export async function sendTestAlert(
  ctx: { db: Db; publish(jobs: readonly TipEventJob[]): void },
  creatorUid: string,
  { donorName, amountMinor, currency, goalTitle }: TestAlert,
): Promise<void> {
  const event = { type: 'alert.tested', name: donorName, amountMinor, currency, goalTitle } as const
  ctx.publish([{ eventId: await insertEvent(ctx.db, creatorUid, event) }])
}
