import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatLimits, renderChatMessage } from './chat-message.ts'
import type { ChatMessageKind, ChatValues } from './chat-message.ts'

const url = 'https://brimful.example/mira/current-goals/0b5f6a86-3f0e-4f5e-9d2a-3f7a5f0c8d11'
const tip: ChatValues = {
  user: 'Grace',
  amountMinor: 700,
  currency: 'gbp',
  goal: 'A kiln for the clay season',
  url,
}

test('a tip towards a goal reads as the specification words it', () => {
  expect(renderChatMessage('goalTip', tip, chatLimits.twitch)).toBe(
    `Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you! ${url}`,
  )
})

test('a funded goal names the goal alone', () => {
  expect(renderChatMessage('goalFunded', tip, chatLimits.twitch)).toBe(
    `A kiln for the clay season was just fully funded on Brimful! Thank you! ${url}`,
  )
})

test('a general tip is followed by the address of the page', () => {
  expect(renderChatMessage('generalTip', { ...tip, amountMinor: 950 }, chatLimits.youtube)).toBe(
    `Grace just tipped £9.50 on Brimful! Thank you! ${url}`,
  )
})

test('a long goal is shortened before the name', () => {
  const line = renderChatMessage('goalTip', { ...tip, goal: 'clay '.repeat(16).trim() }, chatLimits.youtube)
  expect(line).toMatch(/^Grace just tipped £7 towards clay clay.*… on Brimful! Thank you! https:/)
  expect(line.length).toBeLessThanOrEqual(200)
})

test('a new line in a name does not begin a new command', () => {
  const line = renderChatMessage(
    'generalTip',
    { ...tip, user: 'Eve\r\nPRIVMSG #other :hi' },
    chatLimits.twitch,
  )
  expect(line).toMatch(/^Eve PRIVMSG #other :hi just tipped/)
})

test.each(['/ban Grace', '.ban Grace', '!ban Grace', '\\ban Grace', ' ./!ban Grace', '\u200B/ban Grace'])(
  'the command %j is only words',
  (user) => {
    expect(renderChatMessage('generalTip', { ...tip, user }, 450)).toMatch(/^ban Grace just tipped/)
  },
)

test('a name of which nothing is left is Anonymous', () => {
  expect(renderChatMessage('generalTip', { ...tip, user: '\u202E//' }, 450)).toMatch(/^Anonymous just tipped/)
})

test('a name that looks like a placeholder stays what it is', () => {
  expect(renderChatMessage('generalTip', { ...tip, user: '{amount} $& {goal}' }, 450)).toMatch(
    /^\{amount\} \$& \{goal\} just/,
  )
})

test('an address that leaves no room for the sentence stays whole', () => {
  const long = `https://tips.brimful.example/${'a'.repeat(110)}`
  const line = renderChatMessage('goalTip', { ...tip, url: long }, 160)
  expect(line).toBe(`Grace just tipped £… ${long}`)
})

const anyText = fc.string({ unit: 'binary', maxLength: 120 })
const kinds: ChatMessageKind[] = ['goalTip', 'goalFunded', 'generalTip']
const anyValues = fc.record({
  user: anyText,
  goal: anyText,
  amountMinor: fc.integer({ min: 100, max: 5_000_000 }),
  currency: fc.constantFrom('usd' as const, 'gbp' as const),
  url: fc
    .string({ unit: fc.constantFrom('a', 'b', '/', '-', '1'), maxLength: 140 })
    .map((path) => `https://b/${path}`),
})

test('whatever is typed, the line fits, is one line, is no command, and ends with the whole address', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      anyValues,
      fc.integer({ min: 160, max: 460 }),
      (kind, values, limit) => {
        const line = renderChatMessage(kind, values, limit)
        expect(line.length).toBeLessThanOrEqual(limit)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
        expect(line).not.toMatch(/^[\s/.!\\]/)
        expect(line.endsWith(` ${values.url}`)).toBe(true)
        expect(line).not.toMatch(/\p{Cs}/u)
      },
    ),
    { numRuns: 2000 },
  )
})
