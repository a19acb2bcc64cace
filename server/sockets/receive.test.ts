import * as z from 'zod/mini'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { messageLimits } from '../../contract/input-limits.ts'
import { parseHello, receive } from './receive.ts'

const { depth, values } = messageLimits
const tooLarge: [string, unknown][] = [
  ['too many values', Array.from({ length: values }, () => 0)],
  ['too many levels', JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1))],
]

test.each(tooLarge)('a message with %s reaches no schema', async (_, message) => {
  const seen: unknown[] = []
  const anything = z.any().check(z.refine((value) => seen.push(value) > 0))
  const listen = receive(anything, async (data) => void seen.push(data), pino({ enabled: false }))

  await listen(message)
  expect(() => parseHello(anything, message)).toThrow('error_invalid_input')
  expect(seen).toEqual([])

  await listen({ seq: 1 })
  expect(seen).toEqual([{ seq: 1 }, { seq: 1 }])
})
