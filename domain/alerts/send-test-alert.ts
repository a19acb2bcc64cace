/** A creator tries the overlay out. */
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

/** Puts a test alert on the way of a real tip; it reaches the overlay and nothing else. */
export async function sendTestAlert(
  ctx: { db: Db; publish(jobs: readonly TipEventJob[]): void },
  creatorUid: string,
  { donorName, amountMinor, currency, goalTitle }: TestAlert,
): Promise<void> {
  const event = { type: 'alert.tested', name: donorName, amountMinor, currency, goalTitle } as const
  ctx.publish([{ eventId: await insertEvent(ctx.db, creatorUid, event) }])
}
