import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PendingKind, PendingMessage } from '../../db/queries/chat/pending-messages.ts'
import { chooseChat, chooseEvents, groupByCreator, keepWorthy } from './choose-next-message.ts'

let count = 0
function message(
  creatorUid: string,
  kind: PendingKind,
  goalId: string | null = kind === 'generalTip' ? null : 'kiln',
) {
  count += 1
  return {
    id: `delivery-${count}`,
    eventId: `event-${count}`,
    creatorUid,
    kind,
    goalId,
    currency: 'gbp',
    worthMinor: kind === 'test' ? null : 500,
    place: count,
  } satisfies PendingMessage
}

const chosen = (pending: PendingMessage[], lastSentAt: Record<string, number> = {}) =>
  chooseChat(groupByCreator(pending), new Map(Object.entries(lastSentAt)))?.creatorUid

test('a funded goal goes first, even in a chat that has just had a message', () => {
  expect(chosen([message('mira', 'goalTip'), message('otto', 'goalFunded')], { otto: 9 })).toBe('otto')
})

test('the chat whose last message is the longest ago is next', () => {
  const pending = [message('mira', 'goalTip'), message('otto', 'goalTip'), message('zoe', 'goalTip')]
  expect(chosen(pending, { mira: 3, otto: 1, zoe: 2 })).toBe('otto')
  expect(chosen(pending, { mira: 3, otto: 1 })).toBe('zoe')
})

test('among equals a goal tip goes before a general one, and the older first', () => {
  expect(chosen([message('mira', 'generalTip'), message('otto', 'goalTip')])).toBe('otto')
  expect(chosen([message('mira', 'goalTip'), message('otto', 'goalTip')])).toBe('mira')
})

test('a burst at one creator does not delay a general tip at another', () => {
  const burst = Array.from({ length: 300 }, () => message('mira', 'goalTip'))
  expect(chosen([...burst, message('otto', 'generalTip')], { mira: 1 })).toBe('otto')
})

test('chooses no chat when nothing is due', () => {
  expect(chosen([])).toBeUndefined()
})

test('every tip has its own message while all fit into the share', () => {
  const pending = [message('mira', 'goalTip'), message('mira', 'goalTip')]
  expect(chooseEvents(pending, 2)).toEqual([pending[0]])
  expect(chooseEvents(pending, 1)).toEqual(pending)
})

test('a tip is announced before the goal that it funded while both fit into the share', () => {
  const [tip, funded] = [message('mira', 'goalTip'), message('mira', 'goalFunded')]
  expect(chooseEvents([funded, tip], 2)).toEqual([tip])
  expect(chooseEvents([funded, tip], 1)).toEqual([funded])
})

test('a message is shared by tips toward one goal', () => {
  const [kiln, wheel, clay] = [
    message('mira', 'goalTip'),
    message('mira', 'goalTip', 'wheel'),
    message('mira', 'goalTip'),
  ]
  const general = message('mira', 'generalTip')
  expect(chooseEvents([kiln, wheel, clay, general], 0)).toEqual([kiln, clay])
  expect(chooseEvents([general], 0)).toEqual([general])
})

test('tips of two currencies share no message', () => {
  const pounds = [message('mira', 'goalTip'), message('mira', 'goalTip')]
  const euros = { ...message('mira', 'goalTip'), currency: 'eur' }

  expect(chooseEvents([pounds[0]!, euros, pounds[1]!], 0)).toEqual(pounds)
  expect(chooseEvents([euros, ...pounds], 0)).toEqual([euros])
})

test('a funded goal has its own message', () => {
  const pending = [
    message('mira', 'goalFunded'),
    message('mira', 'goalFunded', 'wheel'),
    message('mira', 'goalTip'),
  ]
  expect(chooseEvents(pending, 0)).toEqual([pending[0]])
})

test('every creator gets a message before any gets a second, except for funded goals', () => {
  const arbitraryMessages = fc.array(
    fc.record({
      creator: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      kind: fc.constantFrom<PendingKind>('goalTip', 'generalTip'),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(arbitraryMessages, fc.integer({ min: 0, max: 3 }), (choices, share) => {
      let pending: PendingMessage[] = choices.map(({ creator, kind }) => message(creator, kind))
      const lastSentAt = new Map<string, number>()
      const sent: { creator: string; waiting: Set<string> }[] = []
      while (pending.length > 0) {
        const chats = groupByCreator(pending)
        const chat = chooseChat(chats, lastSentAt)!
        const chosenNow = new Set(chooseEvents(chat.messages, share))
        expect(chosenNow.size).toBeGreaterThan(0)
        sent.push({ creator: chat.creatorUid, waiting: new Set(chats.map(({ creatorUid }) => creatorUid)) })
        lastSentAt.set(chat.creatorUid, sent.length)
        pending = pending.filter((one) => !chosenNow.has(one))
      }
      for (const [i, { creator }] of sent.entries()) {
        const before = sent.findLastIndex((entry, j) => j < i && entry.creator === creator)
        if (before < 0) continue
        const between = new Set(sent.slice(before + 1, i).map((entry) => entry.creator))
        for (const other of sent[i]!.waiting) if (other !== creator) expect(between).toContain(other)
      }
    }),
  )
})

test('while messages are scarce, small tips are announced only together with a larger one', () => {
  const small = message('mira', 'goalTip')
  const large = { ...message('mira', 'goalTip'), worthMinor: 2_000 }
  const general = message('mira', 'generalTip')
  const [funded, line] = [message('mira', 'goalFunded'), message('mira', 'test')]

  expect(keepWorthy([small, general], 2_000)).toEqual([])
  expect(keepWorthy([small, large, general], 2_000)).toEqual([small, large])
  expect(keepWorthy([funded, small, general, line], 2_000)).toEqual([funded, line])
  expect(keepWorthy([small, general], 500)).toEqual([small, general])
})
