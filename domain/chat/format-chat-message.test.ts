import { expect, test } from 'vitest'
import { formatChatMessage } from './format-chat-message.ts'
import type { ChatEvent } from './format-chat-message.ts'

const goal = { goaluuid: '0b5f6a86-3f0e-4f5e-9d2a-3f7a5f0c8d11', title: 'A kiln for the clay season' }
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
  wording: { templates: {}, blockedWords: [], censorAction: 'mask' as const },
  publicUrl: 'https://brimful.example',
}
const page = 'https://brimful.example/mira/current-goals'

test('a goal tip’s message links to the goal', () => {
  expect(formatChatMessage(event, 'twitch')).toBe(
    `Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you! ${page}/${goal.goaluuid}`,
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
  expect(message).toMatch(/^buy \[link\] just tipped/)
  expect(message.endsWith(`${page}/${goal.goaluuid}`)).toBe(true)
})

test('uses the creator’s template and masks her blocked words', () => {
  const wording = {
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
    templates: { goalTip: `{user} ${'x'.repeat(60)} {goal} {goal URL}` },
    blockedWords: [],
    censorAction: 'mask' as const,
  }
  const tip = { ...event.tip, supporterName: `Admin ${'n'.repeat(44)}` }

  const message = formatChatMessage({ ...event, tip, wording }, 'youtube')

  expect(message).toMatch(/^“Admin n+…” x/)
  expect(message.length).toBeLessThanOrEqual(200)
})
