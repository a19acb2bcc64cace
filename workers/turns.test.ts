import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('work on one thing happens once at a time, and who waited is told', async () => {
  const turns = openTurns()
  let finish = () => {}
  const first = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)))
  const waiting = turns.take('a', async () => expect.unreachable('it is not this one’s turn'))
  finish()
  expect(await Promise.all([first, waiting])).toEqual([true, false])
})

test('work on different things goes on side by side', async () => {
  const turns = openTurns()
  let finish = () => {}
  const first = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)))
  expect(await turns.take('b', async () => {})).toBe(true)
  finish()
  await first
})

test('a failure concerns only the one that failed, and the next one has its turn', async () => {
  const turns = openTurns()
  const first = turns.take('a', async () => {
    throw new Error('no')
  })
  const waiting = turns.take('a', async () => {})
  await expect(first).rejects.toThrow('no')
  expect(await waiting).toBe(false)
  expect(await turns.take('a', async () => {})).toBe(true)
})
