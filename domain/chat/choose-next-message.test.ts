import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PendingKind, PendingMessage } from '../../db/queries/pending-messages.ts'
import { chooseChat, chooseEvents, groupByCreator } from './choose-next-message.ts'

let count = 0
function line(
  creatorUid: string,
  kind: PendingKind,
  goaluuid: string | null = kind === 'generalTip' ? null : 'kiln',
) {
  count += 1
  return {
    eventId: `event-${count}`,
    creatorUid,
    kind,
    goaluuid,
    currency: 'gbp',
    place: count,
  } satisfies PendingMessage
}

const chosen = (lines: PendingMessage[], toldAt: Record<string, number> = {}) =>
  chooseChat(groupByCreator(lines), new Map(Object.entries(toldAt)))?.creatorUid

test('a funded goal goes first, even in a chat that has just had a message', () => {
  expect(chosen([line('mira', 'goalTip'), line('otto', 'goalFunded')], { otto: 9 })).toBe('otto')
})

test('the chat whose last message is the longest ago is next', () => {
  const lines = [line('mira', 'goalTip'), line('otto', 'goalTip'), line('zoe', 'goalTip')]
  expect(chosen(lines, { mira: 3, otto: 1, zoe: 2 })).toBe('otto')
  expect(chosen(lines, { mira: 3, otto: 1 })).toBe('zoe')
})

test('among equals a goal tip goes before a general one, and the older first', () => {
  expect(chosen([line('mira', 'generalTip'), line('otto', 'goalTip')])).toBe('otto')
  expect(chosen([line('mira', 'goalTip'), line('otto', 'goalTip')])).toBe('mira')
})

test('a burst at one creator does not delay a general tip at another', () => {
  const raid = Array.from({ length: 300 }, () => line('mira', 'goalTip'))
  expect(chosen([...raid, line('otto', 'generalTip')], { mira: 1 })).toBe('otto')
})

test('chooses no chat when nothing is due', () => {
  expect(chosen([])).toBeUndefined()
})

test('every tip has its own message while all fit into the share', () => {
  const lines = [line('mira', 'goalTip'), line('mira', 'goalTip')]
  expect(chooseEvents(lines, 2)).toEqual([lines[0]])
  expect(chooseEvents(lines, 1)).toEqual(lines)
})

test('a tip is announced before the goal that it funded while both fit into the share', () => {
  const [tip, funded] = [line('mira', 'goalTip'), line('mira', 'goalFunded')]
  expect(chooseEvents([funded, tip], 2)).toEqual([tip])
  expect(chooseEvents([funded, tip], 1)).toEqual([funded])
})

test('a message is shared by tips toward one goal', () => {
  const [kiln, wheel, clay] = [
    line('mira', 'goalTip'),
    line('mira', 'goalTip', 'wheel'),
    line('mira', 'goalTip'),
  ]
  const general = line('mira', 'generalTip')
  expect(chooseEvents([kiln, wheel, clay, general], 0)).toEqual([kiln, clay])
  expect(chooseEvents([general], 0)).toEqual([general])
})

test('a funded goal has its own message', () => {
  const lines = [line('mira', 'goalFunded'), line('mira', 'goalFunded', 'wheel'), line('mira', 'goalTip')]
  expect(chooseEvents(lines, 0)).toEqual([lines[0]])
})

test('every creator gets a message before any gets a second, except for funded goals', () => {
  const owed = fc.array(
    fc.record({
      creator: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      kind: fc.constantFrom<PendingKind>('goalTip', 'generalTip'),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(owed, fc.integer({ min: 0, max: 3 }), (wishes, share) => {
      let lines: PendingMessage[] = wishes.map(({ creator, kind }) => line(creator, kind))
      const toldAt = new Map<string, number>()
      const turns: { creator: string; waiting: Set<string> }[] = []
      while (lines.length > 0) {
        const chats = groupByCreator(lines)
        const chat = chooseChat(chats, toldAt)!
        const told = new Set(chooseEvents(chat.lines, share))
        expect(told.size).toBeGreaterThan(0)
        turns.push({ creator: chat.creatorUid, waiting: new Set(chats.map(({ creatorUid }) => creatorUid)) })
        toldAt.set(chat.creatorUid, turns.length)
        lines = lines.filter((one) => !told.has(one))
      }
      for (const [i, { creator }] of turns.entries()) {
        const before = turns.findLastIndex((turn, j) => j < i && turn.creator === creator)
        if (before < 0) continue
        const between = new Set(turns.slice(before + 1, i).map((turn) => turn.creator))
        for (const other of turns[i]!.waiting) if (other !== creator) expect(between).toContain(other)
      }
    }),
  )
})
