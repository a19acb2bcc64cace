import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatWhileSilent } from './repeat-while-silent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a function in place of a call to PayPal. Each call gets the next of the given responses, after that response's time. */
function openPaypalDouble(...responses: { afterMs: number; result?: string; error?: Error }[]) {
  return vi.fn<() => Promise<string>>(
    () =>
      new Promise((resolve, reject) => {
        const { afterMs, result = '', error } = responses.shift()!
        setTimeout(() => (error ? reject(error) : resolve(result)), afterMs)
      }),
  )
}

test('returns the result of the repeat when the first response is lost, and stops repeating', async () => {
  const call = openPaypalDouble(
    { afterMs: 10_000, error: new Error('timeout') },
    { afterMs: 200, result: 'second' },
  )

  const result = repeatWhileSilent(call)
  await vi.advanceTimersByTimeAsync(2_700)

  expect(await result).toBe('second')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(call).toHaveBeenCalledTimes(2)
})

test('waits for a slow first response although PayPal refuses the repeats', async () => {
  const conflict = { afterMs: 10, error: new Error('PREVIOUS_REQUEST_IN_PROGRESS') }
  const call = openPaypalDouble({ afterMs: 6_000, result: 'first' }, conflict, conflict)

  const result = repeatWhileSilent(call)
  await vi.advanceTimersByTimeAsync(6_000)

  expect(await result).toBe('first')
})

test('throws at once what the first call throws, and repeats nothing', async () => {
  const call = openPaypalDouble({ afterMs: 100, error: new Error('ORDER_NOT_APPROVED') })

  const result = repeatWhileSilent(call).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(100)

  expect(await result).toBe('ORDER_NOT_APPROVED')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(call).toHaveBeenCalledTimes(1)
})
