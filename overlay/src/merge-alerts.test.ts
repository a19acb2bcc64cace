import { expect, test } from 'vitest'
import type { TipAlert } from '../../contract/alerts/alert.ts'
import { addAlert, createQueue } from './alert-queue.ts'
import { buildAlert } from './alert.fixture.ts'
import { seqsOf } from './alert-seqs.ts'
import { mergeNext } from './merge-alerts.ts'

const merging = { fromWaiting: 4, belowAmount: 500 }

function queueOf(...alerts: Partial<TipAlert>[]) {
  const queue = alerts.reduce(
    (before, alert, i) => addAlert(before, buildAlert({ seq: i + 2, amount: 100, ...alert })),
    createQueue(1),
  )
  return [buildAlert({ seq: 1, amount: 200 }), queue] as const
}

test('small tips in a row become one alert when many wait', () => {
  const [first, queue] = queueOf({ name: 'Mira' }, { name: 'Lin' }, { name: 'Zoe' }, { name: 'Kai' })

  const [alert, rest] = mergeNext(first, queue, merging)

  expect(alert).toMatchObject({ kind: 'digest', seq: 5, amount: 600, name: 'Ada, Mira, Lin, and 2 others' })
  expect(seqsOf(alert)).toEqual([1, 2, 3, 4, 5])
  expect(rest.waiting).toEqual([])
})

test.each([
  ['few wait', [{}, {}], merging],
  ['the creator does not want it', [{}, {}, {}], null],
  ['the next tip is large', [{ amount: 500 }, {}, {}], merging],
  ['the next one is a milestone', [{ milestone: 50 as const }, {}, {}], merging],
  ['the next one is a funded goal', [{ kind: 'goalFunded' as const }, {}, {}], merging],
] as const)('alerts stay apart when %s', (_, waiting, wanted) => {
  const [first, queue] = queueOf(...waiting)

  expect(mergeNext(first, queue, wanted)).toEqual([first, queue])
  expect(seqsOf(first)).toEqual([1])
})

test('a tip that is played again is part of no other alert, so that it is known as one', () => {
  const [first, queue] = queueOf({}, {}, {}, {})
  const again = { ...first, again: 0 }

  expect(mergeNext(again, queue, merging)).toEqual([again, queue])
})

test('a tip that the control panel holds back or has taken away is no part of it', () => {
  const [first, queue] = queueOf({}, {}, {}, {})

  expect(mergeNext(first, queue, merging, (seq) => seq === 1)[0]).toEqual(first)
  expect(seqsOf(mergeNext(first, queue, merging, (seq) => seq === 3)[0])).toEqual([1, 2])
})

test('a large tip ends the row, and keeps its place', () => {
  const [first, queue] = queueOf({}, { amount: 900, name: 'Big' }, {}, {})

  const [alert, rest] = mergeNext(first, queue, merging)

  expect([alert.seq, alert.amount]).toEqual([2, 300])
  expect(rest.waiting.map(({ seq }) => seq)).toEqual([3, 4, 5])
})

test('tips in other currencies count what they are worth', () => {
  const worth = { amount: 150, currency: 'gbp' as const }
  const [first, queue] = queueOf({ amount: 3_000, currency: 'jpy', worth }, {}, {})

  const [alert] = mergeNext(first, queue, merging)

  expect(alert).toMatchObject({ amount: 550, currency: 'gbp' })
})

test('at most ten tips share an alert', () => {
  const [first, queue] = queueOf(...Array.from({ length: 15 }, () => ({})))

  const [alert, rest] = mergeNext(first, queue, merging)

  expect(seqsOf(alert)).toHaveLength(10)
  expect(rest.waiting).toHaveLength(6)
})
