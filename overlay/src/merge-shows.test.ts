import { expect, test } from 'vitest'
import type { ShowAlert } from '../../contract/alerts/alert.ts'
import { addAlert, createQueue } from './alert-queue.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { seqsOf } from './alert-seqs.ts'
import { buildAlert, buildShowAlert } from './alert.fixture.ts'
import { mergeShows } from './merge-shows.ts'

const follow = (seq: number, changes: Partial<ShowAlert> = {}) =>
  buildShowAlert({ kind: 'follow', quantity: null }, { seq, name: `F${seq}`, ...changes })
const queueOf = (...alerts: QueuedAlert[]) => alerts.reduce(addAlert, createQueue(1))
const never = () => false

test('follows that wait in a row are one line', () => {
  const waiting = queueOf(...[2, 3, 4, 5, 6].map((seq) => follow(seq)))

  const [alert, rest] = mergeShows(follow(1), waiting, never)

  expect(alert).toMatchObject({ seq: 6, name: 'F1, F2, F3, and 3 others', show: { quantity: null } })
  expect(seqsOf(alert)).toEqual([1, 2, 3, 4, 5, 6])
  expect(rest.waiting).toEqual([])
})

test('bits add up, and months do not', () => {
  const cheer = (seq: number) => buildShowAlert({ quantity: seq * 100 }, { seq })
  const months = (seq: number) => buildShowAlert({ kind: 'subscription', quantity: seq }, { seq })

  expect(mergeShows(cheer(1), queueOf(cheer(2), cheer(3), cheer(4)), never)[0].show.quantity).toBe(1_000)
  expect(mergeShows(months(1), queueOf(months(2), months(3), months(4)), never)[0].show.quantity).toBeNull()
})

test.each([
  ['few wait', [follow(2), follow(3)]],
  ['the next one is a tip', [buildAlert({ seq: 2 }), follow(3), follow(4)]],
  ['the next one is of another kind', [buildShowAlert({}, { seq: 2 }), follow(3), follow(4)]],
  ['the next one has a message', [follow(2, { message: 'hi' }), follow(3), follow(4)]],
  [
    'the next one is a burst',
    [buildShowAlert({ kind: 'follow', quantity: null, count: 500 }, { seq: 2 }), follow(3), follow(4)],
  ],
])('events stay apart when %s', (_, waiting) => {
  const queue = queueOf(...waiting)

  expect(mergeShows(follow(1), queue, never)).toEqual([follow(1), queue])
})

test.each(['train', 'superchat'] as const)('events of the kind %s are never one', (kind) => {
  const event = (seq: number) =>
    buildShowAlert({ kind, quantity: seq, unit: kind === 'train' ? null : 'eur' }, { seq })
  const queue = queueOf(event(2), event(3), event(4))

  expect(mergeShows(event(1), queue, never)).toEqual([event(1), queue])
})

test('what the panel holds back or has taken away is never part of one', () => {
  const queue = queueOf(follow(2), follow(3), follow(4))

  const [alert] = mergeShows(follow(1), queue, (seq) => seq === 3)

  expect(seqsOf(alert)).toEqual([1, 2])
})
