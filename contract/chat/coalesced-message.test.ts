import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatLimits } from './chat-message.ts'
import { renderCoalescedMessage } from './coalesced-message.ts'
import type { CoalescedValues } from './coalesced-message.ts'

const url = 'https://brimful.example/mira/current-goals/5b0d4c1e-7d1f-4f6e-9a53-3a8f0f6e2d11'

function values(change: Partial<CoalescedValues> = {}): CoalescedValues {
  return {
    tips: 3,
    amountMinor: 24_00,
    currency: 'gbp',
    goal: 'A kiln for the clay season',
    users: ['Ada', 'Grace', 'Edsger'],
    url,
    ...change,
  }
}

test('thanks all three supporters of three tips', () => {
  expect(renderCoalescedMessage(values(), 450)).toBe(
    `3 tips, £24 towards A kiln for the clay season! Thank you Ada, Grace and Edsger! ${url}`,
  )
})

test.each([
  [['Ada'], 'Thank you Ada!'],
  [['Ada', 'Ada'], 'Thank you Ada!'],
  [['Ada', 'Grace'], 'Thank you Ada and Grace!'],
  [
    Array.from({ length: 11 }, (_, i) => `F${i}`),
    'Thank you F0, F1, F2, F3, F4, F5, F6, F7, F8, F9 and 1 other!',
  ],
  [
    Array.from({ length: 30 }, (_, i) => `F${i}`),
    'Thank you F0, F1, F2, F3, F4, F5, F6, F7, F8, F9 and 20 others!',
  ],
  [['', '  '], 'Thank you Anonymous!'],
  [[], 'Thank you!'],
])('thanks %j', (users, thanks) => {
  expect(renderCoalescedMessage(values({ users }), 450)).toContain(` ${thanks} `)
})

test('general tips name no goal', () => {
  expect(renderCoalescedMessage(values({ goal: null, users: ['Ada', 'Grace'], tips: 2 }), 450)).toBe(
    `2 tips, £24! Thank you Ada and Grace! ${url}`,
  )
})

test('on YouTube names are dropped before the goal is shortened', () => {
  const users = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov']
  expect(renderCoalescedMessage(values({ users, tips: 4 }), 200)).toBe(
    `4 tips, £24 towards A kiln for the clay season! Thank you Ada Lovelace, Grace Hopper, Edsger Dijkstra and 1 other! ${url}`,
  )
})

test('any input gives one line within the limit, no command, with the whole address', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('/ban all', '.me', '!roll', '\\x', '\r\nPRIVMSG #x :y', 'x'.repeat(80)),
  )
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 40 }),
      fc.option(text),
      fc.integer({ min: 2, max: 999 }),
      fc.integer({ min: 100, max: 999_999_999_00 }),
      fc.constantFrom(...Object.values(chatLimits)),
      fc.integer({ min: 10, max: 150 }),
      (users, goal, tips, amountMinor, limit, length) => {
        const address = `https://${'b'.repeat(length)}`
        const line = renderCoalescedMessage(values({ users, goal, tips, amountMinor, url: address }), limit)
        expect(line.length).toBeLessThanOrEqual(limit)
        expect(line.endsWith(` ${address}`)).toBe(true)
        expect(line).toMatch(/^\d/)
        expect(line).not.toMatch(/\p{Cc}|\u2028|\u2029/u)
      },
    ),
  )
})
