/** Runs something while every call of one kind fails at a provider's stand-in. */
import { expect } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { requestRefund, retryRefunds } from './refunds/request-refund.ts'
import type { CallLimits } from './provider/payment-provider.ts'
import type { PaymentContext } from './orders/payment-context.ts'

/** Which calls fail, and how, by the stand-in's names. */
export interface Suffered {
  operation: string
  fault: string
}

/** Times out before the fault `slow` ends, and never retries. */
export const shortLimits: CallLimits = { timeoutMs: 200, retries: 0 }

/** Returns the result; undefined when the call failed, and then the error must be `payment_provider`. */
export async function sufferAt<T>(
  control: string,
  fault: Suffered,
  doing: () => Promise<T>,
): Promise<T | undefined> {
  const times = 99
  await tell(`${control}/faults`, 'POST', { ...fault, times, delayMs: 1000 })
  const end = await doing().catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'payment_provider', text: 'error_payment_provider' })
    return undefined
  })
  const { faults } = (await tell(`${control}/state`, 'GET')) as { faults: { times: number }[] }
  expect(faults.at(-1)?.times, 'the fault struck').toBeLessThan(times)
  await tell(`${control}/faults`, 'DELETE')
  return end
}

/** A time in the future, for schedules that wait. */
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A creator refunds 2.00 of a tip: it is refunded once, whatever happens to the first try. */
export async function giveBackOnce<C extends BookCounts>(
  { ctx, creator }: { ctx: PaymentContext; creator: { uid: string } },
  orderId: string | undefined,
  suffer: (doing: () => Promise<'done' | 'asked'>) => Promise<string | undefined>,
  count: () => Promise<C>,
): Promise<void> {
  const tip = ctx.db.selectFrom('tip').selectAll().where('orderId', '=', orderId!)
  const { id: tipId } = await tip.executeTakeFirstOrThrow()
  const before = await count()
  const refund = { tipId, amountMinor: 2_00, reason: 'Twice by mistake' }

  const end = await suffer(() => requestRefund(ctx, creator.uid, refund))
  expect(['done', 'asked']).toContain(end)
  await retryRefunds(ctx, later(2))
  await retryRefunds(ctx, later(2))

  expect(await count()).toEqual({
    ...before,
    refunds: before.refunds + 1,
    returned: before.returned + 2_00,
    events: before.events + 1,
  })
  expect(await tip.executeTakeFirstOrThrow()).toMatchObject({ returnedMinor: 2_00 })
}

/** Refunds at the provider and in our ledger, and the published events. */
interface BookCounts {
  refunds: number
  returned: number
  events: number
}

/** Counts tips, refunded sums and published events on our side. */
export async function countLedger({ db, published }: { db: Db; published: readonly string[] }) {
  const tips = await db.selectFrom('tip').select('returnedMinor').execute()
  return {
    tips: tips.length,
    events: published.length,
    returned: tips.reduce((sum, { returnedMinor }) => sum + returnedMinor, 0),
  }
}

async function tell(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status}`)
  return answer.json()
}
