import { expect, test, vi } from 'vitest'
import { batchWrites } from './write-batcher.ts'

/** A store for the batcher. It records the items of each write, and a write ends when the test calls `release`. */
function openStore(refused: string[] = []) {
  const writes: string[][] = []
  let release = (): void => {}
  return {
    writes,
    release: () => release(),
    async writeMany(items: string[]): Promise<string[]> {
      writes.push(items)
      await new Promise<void>((resolve) => (release = resolve))
      const bad = items.find((item) => refused.includes(item))
      if (bad) throw new Error(`refused ${bad}`)
      return items.map((item) => item.toUpperCase())
    },
  }
}

async function releaseAll(store: ReturnType<typeof openStore>, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    store.release()
  }
}

test('writes a single item at once, and batches the items that arrive meanwhile', async () => {
  const store = openStore()
  const write = batchWrites(store.writeMany, { maxItems: 10, keyOf: (item) => item })

  const answers = Promise.all(['a', 'b', 'c'].map(write))
  await releaseAll(store, 2)

  expect(await answers).toEqual(['A', 'B', 'C'])
  expect(store.writes).toEqual([['a'], ['b', 'c']])
})

test('limits a batch to its maximum size and to one item per key', async () => {
  const store = openStore()
  const write = batchWrites(store.writeMany, { maxItems: 2, keyOf: (item) => item[0]! })

  const answers = Promise.all(['x', 'a1', 'a2', 'b', 'c'].map(write))
  await releaseAll(store, 4)

  expect(await answers).toEqual(['X', 'A1', 'A2', 'B', 'C'])
  expect(store.writes).toEqual([['x'], ['a1', 'b'], ['a2', 'c']])
})

test('retries the items of a failed batch one by one, so only the faulty item fails', async () => {
  const store = openStore(['b'])
  const write = batchWrites(store.writeMany, { maxItems: 10, keyOf: (item) => item })

  const answers = Promise.allSettled(['x', 'a', 'b', 'c'].map(write))
  await releaseAll(store, 5)

  expect(await answers).toMatchObject([
    { value: 'X' },
    { value: 'A' },
    { reason: { message: 'refused b' } },
    { value: 'C' },
  ])
})

test('while Postgres is away a batch fails once, as a whole', async () => {
  const writes: string[][] = []
  const write = batchWrites(
    async (items: string[]): Promise<string[]> => {
      writes.push(items)
      throw new Error('Query read timeout')
    },
    { maxItems: 10, keyOf: (item) => item },
  )

  const answers = await Promise.allSettled(['x', 'a', 'b', 'c'].map(write))

  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(writes).toEqual([['x'], ['a', 'b', 'c']])
})

test('starts the next batch when a write exceeds the timeout', async () => {
  const writes: string[][] = []
  const write = batchWrites(
    async (items: string[]) => {
      writes.push(items)
      if (items.includes('hangs')) await new Promise(() => {})
      return items
    },
    { maxItems: 10, keyOf: (item) => item, timeoutMs: 5 },
  )

  void write('hangs')

  expect(await Promise.all(['a', 'b'].map(write))).toEqual(['a', 'b'])
  expect(writes).toEqual([['hangs'], ['a', 'b']])
})

test('waits for more items before each batch if asked to, unless it is full', async () => {
  vi.useFakeTimers()
  const writes: string[][] = []
  const write = batchWrites(
    async (items: string[]) => {
      writes.push(items)
      return items
    },
    { maxItems: 3, keyOf: (item) => item, delayMs: 20 },
  )

  void write('a')
  await vi.advanceTimersByTimeAsync(19)
  void write('b')
  expect(writes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(writes).toEqual([['a', 'b']])
  await Promise.all(['c', 'd', 'e'].map(write))

  expect(writes).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
  vi.useRealTimers()
})
