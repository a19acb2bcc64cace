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

test('a funded goal goes before everything, also of a creator who was just told of another', () => {
  expect(chosen([line('mira', 'goalTip'), line('otto', 'goalFunded')], { otto: 9 })).toBe('otto')
})

test('whoever was told of something the longest ago is next', () => {
  const lines = [line('mira', 'goalTip'), line('otto', 'goalTip'), line('zoe', 'goalTip')]
  expect(chosen(lines, { mira: 3, otto: 1, zoe: 2 })).toBe('otto')
  expect(chosen(lines, { mira: 3, otto: 1 })).toBe('zoe')
})

test('among equals a goal tip goes before a general one, and the older before the younger', () => {
  expect(chosen([line('mira', 'generalTip'), line('otto', 'goalTip')])).toBe('otto')
  expect(chosen([line('mira', 'goalTip'), line('otto', 'goalTip')])).toBe('mira')
})

test('a raid at one creator does not silence a general tip at another', () => {
  const raid = Array.from({ length: 300 }, () => line('mira', 'goalTip'))
  expect(chosen([...raid, line('otto', 'generalTip')], { mira: 1 })).toBe('otto')
})

test('nothing owed is nobody’s turn', () => {
  expect(chosen([])).toBeUndefined()
})

test('as long as the share allows it every tip has a line of its own', () => {
  const lines = [line('mira', 'goalTip'), line('mira', 'goalTip')]
  expect(chooseEvents(lines, 2)).toEqual([lines[0]])
  expect(chooseEvents(lines, 1)).toEqual(lines)
})

test('as long as the share allows it a tip is told of before the goal that it funded', () => {
  const [tip, funded] = [line('mira', 'goalTip'), line('mira', 'goalFunded')]
  expect(chooseEvents([funded, tip], 2)).toEqual([tip])
  expect(chooseEvents([funded, tip], 1)).toEqual([funded])
})

test('a line stands for tips toward one goal', () => {
  const [kiln, wheel, clay] = [
    line('mira', 'goalTip'),
    line('mira', 'goalTip', 'wheel'),
    line('mira', 'goalTip'),
  ]
  const general = line('mira', 'generalTip')
  expect(chooseEvents([kiln, wheel, clay, general], 0)).toEqual([kiln, clay])
  expect(chooseEvents([general], 0)).toEqual([general])
})

test('a funded goal is told of alone', () => {
  const lines = [line('mira', 'goalFunded'), line('mira', 'goalFunded', 'wheel'), line('mira', 'goalTip')]
  expect(chooseEvents(lines, 0)).toEqual([lines[0]])
})

test('whatever is owed to whom, every creator has a turn before anybody has two, but for funded goals', () => {
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
