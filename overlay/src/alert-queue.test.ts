import { expect, test } from 'vitest'
import type { Alert } from '../../contract/sockets.ts'
import { addAlert, beginAt, markShown, screenTime, startQueue, takeAlert } from './alert-queue.ts'
import type { AlertQueue } from './alert-queue.ts'

function alertAt(seq: number): Alert {
  return {
    id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    seq,
    kind: 'tip',
    isTest: false,
    name: 'Ada',
    message: null,
    amount: 10_00,
    currency: 'gbp',
    goal: null,
    at: '2026-01-05T12:00:00.000Z',
  }
}

function addAll(queue: AlertQueue, seqs: number[]): AlertQueue {
  return seqs.reduce((now, seq) => addAlert(now, alertAt(seq)), queue)
}

function waitingIn(queue: AlertQueue): number[] {
  return queue.waiting.map(({ seq }) => seq)
}

test('alerts wait in the order in which they came, and one that came before is dropped', () => {
  const queue = addAll(beginAt(startQueue(undefined), 0), [1, 2, 2, 1, 3, 3, 2])

  expect(waitingIn(queue)).toEqual([1, 2, 3])
  expect(queue.received).toBe(3)
})

test('an alert that is on screen or was, is dropped as well', () => {
  const [alert, rest] = takeAlert(addAll(beginAt(startQueue(4), 4), [5, 6]))
  const playing = addAlert(rest, alertAt(5))
  const played = addAlert(markShown(playing, 5), alertAt(5))

  expect(alert?.seq).toBe(5)
  expect([waitingIn(playing), waitingIn(played)]).toEqual([[6], [6]])
})

test('a first start takes the server’s place and a later one goes on from what was kept', () => {
  expect(beginAt(startQueue(undefined), 7)).toEqual({ received: 7, shown: 7, waiting: [] })
  expect(beginAt(startQueue(5), 5)).toEqual({ received: 5, shown: 5, waiting: [] })
})

test('coming back keeps what waits, and asks for what comes behind it', () => {
  const busy = addAll(beginAt(startQueue(2), 2), [3, 4, 5])

  const back = beginAt(busy, 5)

  expect(back).toEqual(busy)
  expect([back.received, back.shown]).toEqual([5, 2])
})

test('a place that is none of the server’s is given up, so that its next alerts are played', () => {
  const queue = addAlert(beginAt(startQueue(900), 3), alertAt(4))

  expect(waitingIn(queue)).toEqual([4])
  expect(queue.shown).toBe(3)
})

test('only what was on screen moves the place that is kept', () => {
  const received = addAll(beginAt(startQueue(0), 0), [1, 2])
  const [, taken] = takeAlert(received)

  expect([received.shown, taken.shown, markShown(taken, 1).shown]).toEqual([0, 0, 1])
})

test('an empty queue has nothing to play', () => {
  const [alert, rest] = takeAlert(startQueue(3))

  expect(alert).toBeUndefined()
  expect(rest).toEqual(startQueue(3))
})

test.each([
  [0, 6000],
  [5, 6000],
  [6, 3500],
  [20, 3500],
  [21, 2000],
  [500, 2000],
])('while %i wait, an alert stays %i ms', (waiting, milliseconds) => {
  expect(screenTime(waiting)).toBe(milliseconds)
})
