import { expect, test } from 'vitest'
import { toChatLine } from './format-chat-message.ts'
import type { ChatStory } from './format-chat-message.ts'

const goal = { goaluuid: '0b5f6a86-3f0e-4f5e-9d2a-3f7a5f0c8d11', title: 'A kiln for the clay season' }
const story: ChatStory = {
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
  wording: { templates: {}, blockedWords: [] },
  publicUrl: 'https://brimful.example',
}
const page = 'https://brimful.example/mira/current-goals'

test('a goal tip’s message links to the goal', () => {
  expect(toChatLine(story, 'twitch')).toBe(
    `Grace just tipped £7 towards A kiln for the clay season on Brimful! Thank you! ${page}/${goal.goaluuid}`,
  )
})

test('a general tip’s message links to the creator', () => {
  expect(toChatLine({ ...story, goal: null }, 'youtube')).toBe(
    `Grace just tipped £7 on Brimful! Thank you! ${page}`,
  )
})

test('a funded goal’s message names no supporter', () => {
  expect(toChatLine({ ...story, kind: 'goalFunded' }, 'twitch')).not.toContain('Grace')
})

test('an anonymous supporter is Anonymous, and a private message is left out', () => {
  const line = toChatLine({ ...story, tip: { ...story.tip, isAnonymous: true } }, 'twitch')
  expect(line).toMatch(/^Anonymous just tipped/)
  expect(line).not.toContain('only for you')
})

test('masks a link in the name but not the address at the end', () => {
  const line = toChatLine({ ...story, tip: { ...story.tip, supporterName: 'buy evil.example' } }, 'twitch')
  expect(line).toMatch(/^buy \[link\] just tipped/)
  expect(line.endsWith(`${page}/${goal.goaluuid}`)).toBe(true)
})

test('uses the creator’s template and masks her blocked words', () => {
  const wording = { templates: { goalTip: 'Cheers {user}, {amount}!' }, blockedWords: ['clay'] }
  const tip = { ...story.tip, supporterName: 'Grace of Clay' }
  expect(toChatLine({ ...story, tip, wording }, 'twitch')).toBe('Cheers Grace of ****, £7!')
  expect(toChatLine({ ...story, tip, wording, goal: null }, 'twitch')).toMatch(/^Grace of \*{4} just tipped/)
})

test('quotes a supporter’s name that is the creator’s', () => {
  const tip = { ...story.tip, supporterName: 'Mira Vale' }
  expect(toChatLine({ ...story, tip }, 'twitch')).toMatch(/^“Mira Vale” just tipped £7/)
})
