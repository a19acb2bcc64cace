/** For tests: something that is done while every call of one kind fails at a provider's stand-in. */
import { expect } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { requestRefund, retryRefunds } from './refunds/request-refund.ts'
import type { CallLimits } from './provider/payment-provider.ts'
import type { PaymentContext } from './orders/payment-context.ts'

/** Which calls fail, and how, in the stand-in's own words. */
export interface Suffered {
  operation: string
  fault: string
}

/** No call outlasts `slow`, and none is saved by a repeat of its own. */
export const shortLimits: CallLimits = { timeoutMs: 200, retries: 0 }

/** What came of it; undefined when it failed, which must be told as a provider that does not answer. */
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

/** What is asked of a clock that is ahead. */
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A creator who gives back 2.00 of a tip gives it back once, whatever befalls the first try. */
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

/** What a provider and our books say of refunds, together with what was told of it all. */
interface BookCounts {
  refunds: number
  returned: number
  events: number
}

/** What our books hold, and what was told of it. */
export async function countBooks({ db, published }: { db: Db; published: readonly string[] }) {
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
