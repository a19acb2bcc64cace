import { expect, test } from 'vitest'
import { addAlert, startAfter, markShown, createQueue, takeAlert } from './alert-queue.ts'
import type { AlertQueue } from './alert-queue.ts'
import { buildAlert } from './alert.fixture.ts'

function addAll(queue: AlertQueue, seqs: number[]): AlertQueue {
  return seqs.reduce((now, seq) => addAlert(now, buildAlert({ seq })), queue)
}

function waitingIn(queue: AlertQueue): number[] {
  return queue.waiting.map(({ seq }) => seq)
}

test('alerts wait in the order of arrival, and repeated ones are dropped', () => {
  const queue = addAll(startAfter(createQueue(undefined), 0), [1, 2, 2, 1, 3, 3, 2])

  expect(waitingIn(queue)).toEqual([1, 2, 3])
  expect(queue.receivedSeq).toBe(3)
})

test('an alert that is or was on screen is dropped, too', () => {
  const [alert, rest] = takeAlert(addAll(startAfter(createQueue(4), 4), [5, 6]))
  const playing = addAlert(rest, buildAlert({ seq: 5 }))
  const played = addAlert(markShown(playing, 5), buildAlert({ seq: 5 }))

  expect(alert?.seq).toBe(5)
  expect([waitingIn(playing), waitingIn(played)]).toEqual([[6], [6]])
})

test('the first start uses the server’s cursor, a later one the saved cursor', () => {
  expect(startAfter(createQueue(undefined), 7)).toEqual({ receivedSeq: 7, shownSeq: 7, waiting: [] })
  expect(startAfter(createQueue(5), 5)).toEqual({ receivedSeq: 5, shownSeq: 5, waiting: [] })
})

test('after a reconnect the waiting alerts are kept', () => {
  const waiting = addAll(startAfter(createQueue(2), 2), [3, 4, 5])

  const reconnected = startAfter(waiting, 5)

  expect(reconnected).toEqual(waiting)
  expect([reconnected.receivedSeq, reconnected.shownSeq]).toEqual([5, 2])
})

test('a saved cursor beyond the server’s is replaced, so that the next alerts are shown', () => {
  const queue = addAlert(startAfter(createQueue(900), 3), buildAlert({ seq: 4 }))

  expect(waitingIn(queue)).toEqual([4])
  expect(queue.shownSeq).toBe(3)
})

test('only shown alerts move the saved cursor', () => {
  const received = addAll(startAfter(createQueue(0), 0), [1, 2])
  const [, taken] = takeAlert(received)

  expect([received.shownSeq, taken.shownSeq, markShown(taken, 1).shownSeq]).toEqual([0, 0, 1])
})

test('an empty queue has no next alert', () => {
  const [alert, rest] = takeAlert(createQueue(3))

  expect(alert).toBeUndefined()
  expect(rest).toEqual(createQueue(3))
})
