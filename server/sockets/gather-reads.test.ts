import { expect, test } from 'vitest'
import { gatherReads } from './gather-reads.ts'

/** Reads that end when the test says so. */
function startReads() {
  const asked: string[][] = []
  const ends: { resolve(found: Map<string, number>): void; reject(error: Error): void }[] = []
  const readMany = (keys: string[]) => {
    asked.push(keys)
    return new Promise<Map<string, number>>((resolve, reject) => ends.push({ resolve, reject }))
  }
  return { asked, ends, readMany }
}

test('what is asked while a read runs is read after it, together', async () => {
  const { asked, ends, readMany } = startReads()
  const read = gatherReads(readMany, 100)
  const first = [read('a'), read('b')]
  await expect.poll(() => asked).toEqual([['a', 'b']])
  const second = [read('a'), read('c'), read('c')]

  ends[0]!.resolve(new Map([['a', 1]]))
  expect(await Promise.all(first)).toEqual([1, undefined])
  await expect
    .poll(() => asked)
    .toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
  ends[1]!.resolve(
    new Map([
      ['a', 2],
      ['c', 3],
    ]),
  )
  expect(await Promise.all(second)).toEqual([2, 3, 3])
})

test('a read that fails fails for those who share it, and the next goes on', async () => {
  const { asked, ends, readMany } = startReads()
  const read = gatherReads(readMany, 100)
  const first = [read('a'), read('b')].map((answer) => answer.catch((error: Error) => error.message))
  await expect.poll(() => asked.length).toBe(1)
  const second = read('c')

  ends[0]!.reject(new Error('away'))
  expect(await Promise.all(first)).toEqual(['away', 'away'])
  await expect.poll(() => asked.length).toBe(2)
  ends[1]!.resolve(new Map([['c', 3]]))
  expect(await second).toBe(3)
})

test('a read takes no more keys than it may', async () => {
  const { asked, ends, readMany } = startReads()
  const read = gatherReads(readMany, 2)
  const answers = ['a', 'b', 'c'].map(read)

  await expect.poll(() => asked).toEqual([['a', 'b']])
  ends[0]!.resolve(new Map())
  await expect.poll(() => asked).toEqual([['a', 'b'], ['c']])
  ends[1]!.resolve(new Map())
  expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined])
})
