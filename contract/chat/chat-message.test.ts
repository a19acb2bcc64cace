import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatLimits, chatTemplates, measureChatMessage, renderChatMessage } from './chat-message.ts'
import type { ChatMessageKind, ChatValues } from './chat-message.ts'

const url = 'https://brimful.example/mira/current-goals/0b5f6a86-3f0e-4f5e-9d2a-3f7a5f0c8d11'
const tip: ChatValues = {
  user: 'Grace',
  amountMinor: 700,
  currency: 'gbp',
  goal: 'A kiln for the clay season',
  url,
}

const render = (kind: ChatMessageKind, values: ChatValues, limit: number) =>
  renderChatMessage(chatTemplates[kind], values, limit)

test('a goal tip has the specification’s wording', () => {
  expect(render('goalTip', tip, chatLimits.twitch)).toBe(
    `Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you! ${url}`,
  )
})

test('a funded goal’s message names only the goal', () => {
  expect(render('goalFunded', tip, chatLimits.twitch)).toBe(
    `A kiln for the clay season was just fully funded on Brimful! Thank you! ${url}`,
  )
})

test('a general tip’s message ends with the creator’s address', () => {
  expect(render('generalTip', { ...tip, amountMinor: 950 }, chatLimits.youtube)).toBe(
    `Grace just tipped £9.50 on Brimful! Thank you! ${url}`,
  )
})

test('a long goal is shortened before the name', () => {
  const line = render('goalTip', { ...tip, goal: 'clay '.repeat(16).trim() }, chatLimits.youtube)
  expect(line).toMatch(/^Grace just tipped £7 towards clay clay.*… on Brimful! Thank you! https:/)
  expect(line.length).toBeLessThanOrEqual(200)
})

test('a line break in a name does not start a command', () => {
  const line = render('generalTip', { ...tip, user: 'Eve\r\nPRIVMSG #other :hi' }, chatLimits.twitch)
  expect(line).toMatch(/^Eve PRIVMSG #other :hi just tipped/)
})

test.each(['/ban Grace', '.ban Grace', '!ban Grace', '\\ban Grace', ' ./!ban Grace', '\u200B/ban Grace'])(
  'the command %j is only words',
  (user) => {
    expect(render('generalTip', { ...tip, user }, 450)).toMatch(/^ban Grace just tipped/)
  },
)

test('an empty name becomes Anonymous', () => {
  expect(render('generalTip', { ...tip, user: '\u202E//' }, 450)).toMatch(/^Anonymous just tipped/)
})

test('a name that looks like a variable is not replaced', () => {
  expect(render('generalTip', { ...tip, user: '{amount} $& {goal}' }, 450)).toMatch(
    /^\{amount\} \$& \{goal\} just/,
  )
})

test('shortens the sentence rather than a long address', () => {
  const long = `https://tips.brimful.example/${'a'.repeat(110)}`
  const line = render('goalTip', { ...tip, url: long }, 160)
  expect(line).toBe(`Grace just tipped £… ${long}`)
})

test('uses the creator’s template, with the address where she put it', () => {
  expect(renderChatMessage('See {goal URL}: {user} gave {amount} for {goal}', tip, 450)).toBe(
    `See ${url}: Grace gave £7 for A kiln for the clay season`,
  )
  expect(renderChatMessage('Cheers {user}!', tip, 450)).toBe('Cheers Grace!')
})

test('moves the address to the end, uncut, when the message is too long', () => {
  const line = renderChatMessage(`{goal URL} ${'thanks '.repeat(60)}`, tip, 200)
  expect(line).toMatch(/^thanks thanks .*… https:/)
  expect(line.endsWith(url)).toBe(true)
})

test('leaves out an address that is longer than a message', () => {
  const line = renderChatMessage(chatTemplates.goalTip, { ...tip, url: `https://b/${'x'.repeat(300)}` }, 200)
  expect(line).toBe('Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you!')
})

test('measures a message before it is shortened', () => {
  const goal = 'clay '.repeat(40).trim()
  const whole = render('goalTip', { ...tip, goal }, 2000)
  expect(measureChatMessage(chatTemplates.goalTip, { ...tip, goal })).toBe(whole.length)
})

const anyText = fc.string({ unit: 'binary', maxLength: 120 })
const kinds: ChatMessageKind[] = ['goalTip', 'goalFunded', 'generalTip']
const anyPart = fc.oneof(
  fc.constantFrom('{user}', '{amount}', '{goal}', '{goal URL}', ' ', '/', '!', '.', '\\', '{', '\n'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const anyTemplate = fc.oneof(
  fc.constantFrom(...kinds).map((kind) => chatTemplates[kind]),
  fc.array(anyPart, { maxLength: 14 }).map((parts) => parts.join('')),
)
const anyValues = fc.record({
  user: anyText,
  goal: anyText,
  amountMinor: fc.integer({ min: 100, max: 5_000_000 }),
  currency: fc.constantFrom('usd' as const, 'gbp' as const),
  url: fc
    .string({ unit: fc.constantFrom('a', 'b', '/', '-', '1'), maxLength: 240 })
    .map((path) => `https://b/${path}`),
})

test('cuts no emoji in two, of however many code points', () => {
  const flags = '🇩🇪🇫🇷🇯🇵'.repeat(60)
  const line = render('goalTip', { ...tip, goal: flags }, 200)
  const cut = /towards (.*?)… on/u.exec(line)![1]!
  expect(flags.startsWith(cut)).toBe(true)
  expect([...cut].length % 2).toBe(0)
  expect(render('goalTip', { ...tip, goal: '👍🏽'.repeat(90) }, 200)).toMatch(/👍🏽… on/u)
  expect(render('goalTip', { ...tip, goal: '👨‍👩‍👧‍👦'.repeat(20) }, 200)).toMatch(/towards (?:👨‍👩‍👧‍👦)+… on/u)
})

test('any input and template give one line that fits, is no command and has the whole address', () => {
  fc.assert(
    fc.property(anyTemplate, anyValues, fc.integer({ min: 160, max: 460 }), (template, values, limit) => {
      const line = renderChatMessage(template, values, limit)
      expect(line.length).toBeLessThanOrEqual(limit)
      const bare = line
        .replace(/\u2068([^\u2068\u2069]*)\u2069/gu, '$1')
        .replace(
          /(?<=\p{Extended_Pictographic}[\u{FE0F}\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})/gu,
          '',
        )
      expect(bare).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
      expect(line).not.toMatch(/^[\s/.!\\]/)
      expect(line).not.toMatch(/\p{Cs}/u)
      const hasAddress = template.includes('{goal URL}') && values.url.length <= limit
      if (hasAddress) expect(line).toContain(values.url)
      else expect(line).not.toContain('https://b/')
    }),
    { numRuns: 2000 },
  )
})

test('names and titles that are read from right to left are isolated, within the limit', () => {
  const line = render('goalTip', { ...tip, user: 'שרה', goal: 'كرسي جديد' }, chatLimits.twitch)
  expect(line).toContain('\u2068שרה\u2069 just tipped £7 towards \u2068كرسي جديد\u2069 on Brimful')
  const long = render(
    'goalTip',
    { ...tip, user: 'שרה'.repeat(16), goal: 'كرسي'.repeat(20) },
    chatLimits.youtube,
  )
  expect(long.length).toBeLessThanOrEqual(200)
  expect(long.split('\u2068')).toHaveLength(long.split('\u2069').length)
  expect(long.endsWith(url)).toBe(true)
})

test('shows a goal’s progress in the creator’s currency, also when it is overfunded', () => {
  const template = '{user} gave {amount}: {raised} ({percent}), {left} to go'
  const progress = { receivedMinor: 31_50, targetMinor: 400_00, currency: 'eur' as const }
  expect(renderChatMessage(template, { ...tip, progress }, 200)).toBe(
    'Grace gave £7: €31.50 (7%), €368.50 to go',
  )
  const over = { receivedMinor: 5_300, targetMinor: 4_000, currency: 'jpy' as const }
  expect(renderChatMessage(template, { ...tip, progress: over }, 200)).toBe(
    'Grace gave £7: ¥5,300 (132%), ¥0 to go',
  )
})

test('a long message is shortened before the goal, keeps its quotes, and is left out when no words of it remain', () => {
  const template = '{user} tipped towards {goal}: {message} {goal URL}'
  const message = `“${'thanks '.repeat(60)}!”`
  const line = renderChatMessage(template, { ...tip, message }, 200)
  expect(line).toMatch(/^Grace tipped towards A kiln for the clay season: “thanks .*…” https:/)
  expect(line.length).toBeLessThanOrEqual(200)
  expect(renderChatMessage(template, { ...tip, message }, 140)).toBe(
    `Grace tipped towards A kiln for the clay season: ${url}`,
  )
  expect(renderChatMessage(template, tip, 200)).toBe(
    `Grace tipped towards A kiln for the clay season: ${url}`,
  )
})
