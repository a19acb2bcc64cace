/** For tests: something that is done while every call of one kind fails at a provider's stand-in. */
import { expect } from 'vitest'
import type { Patience } from '../gateways/payment-provider.ts'

/** Which calls fail, and how, in the stand-in's own words. */
export interface Suffered {
  operation: string
  fault: string
}

/** No call outlasts `slow`, and none is saved by a repeat of its own. */
export const hasty: Patience = { timeoutMs: 200, repeats: 0 }

/** What came of it; undefined when it failed, which must be told as a provider that does not answer. */
export async function sufferAt<T>(
  control: string,
  fault: Suffered,
  doing: () => Promise<T>,
): Promise<T | undefined> {
  const times = 99
  await tell(`${control}/faults`, 'POST', { ...fault, times, delayMs: 1000 })
  const end = await doing().catch((error: unknown) => {
    expect(error).toMatchObject({
      code: 'payment_provider',
      message: 'The payment provider did not answer. Please try again.',
    })
    return undefined
  })
  const { faults } = (await tell(`${control}/state`, 'GET')) as { faults: { times: number }[] }
  expect(faults.at(-1)?.times, 'the fault struck').toBeLessThan(times)
  await tell(`${control}/faults`, 'DELETE')
  return end
}

async function tell(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status}`)
  return answer.json()
}
