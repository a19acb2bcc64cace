import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortGoalAddress } from '../../contract/goals/short-address.ts'
import { formatChatMessage } from './format-chat-message.ts'
import { formatCoalescedMessage } from './format-coalesced-message.ts'
import type { ChatEvent } from './format-chat-message.ts'

const goal = { goalId: '0b5f6a86-3f0e-4f5e-9d2a-3f7a5f0c8d11', title: 'A kiln for the clay season' }
const event: ChatEvent = {
  kind: 'tip',
  tip: {
    supporterName: 'Grace',
    isAnonymous: false,
    isPrivate: true,
    message: 'only for you',
    amountMinor: 700,
    currency: 'gbp',
  },
  goal,
  creator: { userName: 'mira', displayName: 'Mira Vale' },
  wording: {
    templates: {},
    amountTemplates: [],
    showsMessage: false,
    blockedWords: [],
    censorAction: 'mask' as const,
  },
  publicUrl: 'https://brimful.example',
}
const page = 'https://brimful.example/mira/current-goals'

test('a goal tip’s message links to the goal', () => {
  expect(formatChatMessage(event, 'twitch')).toBe(
    `Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you! ${page}/${goal.goalId}`,
  )
})

test('on YouTube a message too long for the goal’s address has the short one, and keeps the title', () => {
  const title = 'A kiln for the clay season, and shelves for everything that comes out of it'
  const long = { ...event, goal: { ...goal, title } }
  const short = shortGoalAddress(event.publicUrl, goal.goalId)

  expect(formatChatMessage(long, 'youtube')).toBe(
    `Grace just tipped £7 towards ${title} on Brimful! Thank you! ${short}`,
  )
  expect(formatChatMessage(event, 'youtube')).toContain(`${page}/${goal.goalId}`)
  expect(formatChatMessage(long, 'twitch')).toContain(`${page}/${goal.goalId}`)
  const longer = { ...event, goal: { ...goal, title: `${title} next spring` } }
  expect(formatCoalescedMessage([longer, longer], 'youtube', { isNamed: true })).toBe(
    `2 tips, £14 towards ${title} next spring! Thank you Grace! ${short}`,
  )
})

test('a general tip’s message links to the creator', () => {
  expect(formatChatMessage({ ...event, goal: null }, 'youtube')).toBe(
    `Grace just tipped £7 on Brimful! Thank you! ${page}`,
  )
})

test('a funded goal’s message names no supporter', () => {
  expect(formatChatMessage({ ...event, kind: 'goalFunded' }, 'twitch')).not.toContain('Grace')
})

test('an anonymous supporter is Anonymous, and a private message is left out', () => {
  const message = formatChatMessage({ ...event, tip: { ...event.tip, isAnonymous: true } }, 'twitch')
  expect(message).toMatch(/^Anonymous just tipped/)
  expect(message).not.toContain('only for you')
})

test('masks a link in the name but not the address at the end', () => {
  const message = formatChatMessage(
    { ...event, tip: { ...event.tip, supporterName: 'buy evil.com' } },
    'twitch',
  )
  expect(message).toMatch(/^“buy \[link\]” just tipped/)
  expect(message.endsWith(`${page}/${goal.goalId}`)).toBe(true)
})

test('uses the creator’s template and masks her blocked words', () => {
  const wording = {
    ...event.wording,
    templates: { goalTip: 'Cheers {user}, {amount}!' },
    blockedWords: ['clay'],
    censorAction: 'mask' as const,
  }
  const tip = { ...event.tip, supporterName: 'Grace of Clay' }
  expect(formatChatMessage({ ...event, tip, wording }, 'twitch')).toBe('Cheers Grace of ****, £7!')
  expect(formatChatMessage({ ...event, tip, wording, goal: null }, 'twitch')).toMatch(
    /^Grace of \*{4} just tipped/,
  )
})

test('quotes a supporter’s name that is the creator’s', () => {
  const tip = { ...event.tip, supporterName: 'Mira Vale' }
  expect(formatChatMessage({ ...event, tip }, 'twitch')).toMatch(/^“Mira Vale” just tipped £7/)
})

test('a quoted name that is shortened keeps its quotes', () => {
  const wording = {
    ...event.wording,
    templates: { goalTip: `{user} ${'x'.repeat(110)} {goal} {goal URL}` },
    blockedWords: [],
    censorAction: 'mask' as const,
  }
  const tip = { ...event.tip, supporterName: `Admin ${'n'.repeat(44)}` }

  const message = formatChatMessage({ ...event, tip, wording }, 'youtube')

  expect(message).toMatch(/^“Admin n+…” x/)
  expect(message.length).toBeLessThanOrEqual(200)
})

const named = (supporterName: string, platform: 'twitch' | 'youtube' | 'discord' = 'discord') =>
  formatChatMessage({ ...event, tip: { ...event.tip, supporterName } }, platform)

test.each([
  ['# FREE NITRO', String.raw`“\# FREE NITRO” just tipped`],
  ['#Grace', String.raw`\#Grace just tipped`],
  ['> Grace', String.raw`“\> Grace” just tipped`],
  ['- Grace', String.raw`\- Grace just tipped`],
  ['-# Grace', String.raw`\-\# Grace just tipped`],
  ['1. Grace', String.raw`“1. Grace” just tipped`],
  ['**bold** [x](y) `c` ||s||', String.raw`\*\*bold\*\* \[x\]\(y\) \`c\` \|\|s\|\|”`],
  ['<@everyone>', String.raw`“\<everyone\>” just tipped`],
  ['\\# Grace', String.raw`\# Grace just tipped`],
])('shows %j on Discord without formatting', (name, shown) => {
  expect(named(name)).toContain(shown)
})

test('escapes a goal’s title on Discord, also where it begins the message', () => {
  const funded = { ...event, kind: 'goalFunded' as const, goal: { ...goal, title: '# *New* kiln' } }
  expect(formatChatMessage(funded, 'discord')).toMatch(/^\\# \\\*New\\\* kiln was just/)
  expect(formatChatMessage(funded, 'twitch')).toMatch(/^# \*New\* kiln was just/)
})

test.each(['\u3164', '\u2800\u2800', '\u115F\u1160', '\u{1D159}'])(
  'a name of blank glyphs %j is Anonymous',
  (name) => {
    for (const platform of ['twitch', 'youtube', 'discord'] as const) {
      expect(named(name, platform)).toMatch(/^Anonymous just tipped/)
    }
  },
)

test('quotes the name of our own bot', () => {
  const tip = { ...event.tip, supporterName: 'FillUpHelper' }
  expect(formatChatMessage({ ...event, tip, botName: 'filluphelper' }, 'twitch')).toMatch(
    /^“FillUpHelper” just/,
  )
  expect(formatChatMessage({ ...event, tip }, 'twitch')).toMatch(/^FillUpHelper just/)
})

test('no name begins a heading, quote, list or command on any platform', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'#>-*+_~|`[]()<@!./\\1 aB\u3164\u2800'),
    maxLength: 20,
  })
  fc.assert(
    fc.property(hostile, (name) => {
      const line = named(name)
      expect(line).not.toMatch(/^(?:#|>|-|\+|\*|\d+\. )/)
      expect(line.replace(/\\[^A-Za-z0-9\s]/g, '').replace(/ just tipped.*/, '')).not.toMatch(
        /[#*_~|`<>[\]()]/,
      )
      for (const platform of ['twitch', 'youtube'] as const)
        expect(named(name, platform)).not.toMatch(/^[/.!\\]/)
    }),
    { numRuns: 300 },
  )
})

test('a template can show what the goal has received', () => {
  const wording = {
    ...event.wording,
    templates: { goalTip: 'Thanks {user}! {percent} of {goal}, {left} left' },
    blockedWords: [],
    censorAction: 'mask' as const,
  }
  const progressed = { ...goal, amountMinor: 400_00, receivedMinor: 100_00 }
  expect(formatChatMessage({ ...event, wording, goal: progressed, goalCurrency: 'usd' }, 'twitch')).toBe(
    'Thanks Grace! 25% of A kiln for the clay season, $300 left',
  )
})

test('a larger tip has the template for its worth in the creator’s currency', () => {
  const amountTemplates = [{ kind: 'goalTip' as const, from: 1000, text: 'Wow, {user}!' }]
  const wording = { ...event.wording, amountTemplates, templates: { goalTip: 'Cheers {user}' } }
  const say = (tip: Partial<ChatEvent['tip']>) =>
    formatChatMessage({ ...event, wording, tip: { ...event.tip, ...tip } }, 'twitch')
  expect(say({ amountMinor: 999 })).toBe('Cheers Grace')
  expect(say({ amountMinor: 1000 })).toBe('Wow, Grace!')
  const worth = { amountMinor: 620, currency: 'gbp' as const }
  expect(say({ amountMinor: 1200, currency: 'jpy', worth })).toBe('Cheers Grace')
})

const withMessage = (message: string, change: Partial<ChatEvent['tip']> = {}): ChatEvent => ({
  ...event,
  tip: { ...event.tip, message, isPrivate: false, ...change },
  wording: { ...event.wording, showsMessage: true, templates: { goalTip: '{user}: {message}' } },
})

test.each([
  ['Great\nstream', 'Grace: “Great stream”'],
  ['/ban me, "now", see evil.com', "Grace: “/ban me, 'now', see [link]”"],
  ['hello @everyone', 'Grace: “hello everyone”'],
  ['\u202E\u2800', 'Grace:'],
])('the message %j is quoted and censored as the alert’s is', (message, line) => {
  expect(formatChatMessage(withMessage(message), 'twitch')).toBe(line)
})

test('a message is posted only by choice, never when it is private or left out, and without formatting', () => {
  expect(formatChatMessage(withMessage('only for you', { isPrivate: true }), 'twitch')).toBe('Grace:')
  const off = withMessage('Great stream')
  expect(formatChatMessage({ ...off, wording: { ...off.wording, showsMessage: false } }, 'twitch')).toBe(
    'Grace:',
  )
  const blocked = withMessage('Great stream')
  const wording = { ...blocked.wording, blockedWords: ['stream'], censorAction: 'leave-out' as const }
  expect(formatChatMessage({ ...blocked, wording }, 'twitch')).toBe('Grace:')
  expect(formatChatMessage(withMessage('# **FREE** <@1>'), 'discord')).toBe(
    String.raw`Grace: “\# \*\*FREE\*\* \<1\>”`,
  )
})

test.each([
  ['# FREE NITRO', String.raw`“\# FREE NITRO”`],
  ['>>> quote', String.raw`“\>\>\> quote”`],
  ['1. one', '“1. one”'],
  ['||spoiler||', String.raw`“\|\|spoiler\|\|”`],
  ['[click](https://evil.com)', String.raw`“\[click\]\(\[link\]”`],
  ['<t:1618953630:R>', String.raw`“\<t:1618953630:R\>”`],
  ['</ban:123>', String.raw`“\</ban:123\>”`],
  ['!commands add !x $(eval 1)', String.raw`“!commands add !x $\(eval 1\)”`],
  ['/me dances', '“/me dances”'],
  ['\u0001ACTION dances\u0001', '“ACTION dances”'],
  ['“ just tipped £500 ”', "“' just tipped £500 '”"],
  ['👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '“👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿”'],
  ['می‌خواهم', '\u2068“می‌خواهم”\u2069'],
])('the message %j at the head of a line is neither a command nor formatting', (message, words) => {
  const { wording, ...rest } = withMessage(message)
  const first = { ...rest, wording: { ...wording, templates: { goalTip: '{message} from {user}' } } }
  expect(formatChatMessage(first, 'discord')).toBe(`${words} from Grace`)
  expect(formatChatMessage(first, 'twitch')).toBe(`${words.replaceAll('\\', '')} from Grace`)
  expect(formatChatMessage(first, 'youtube')).toBe(`${words.replaceAll('\\', '')} from Grace`)
})
