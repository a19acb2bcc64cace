/**
 * Combines writes into batches: items that arrive during one write are written together in the next. When no write is running, the
 * next one starts at once, or after `delayMs` milliseconds.
 */
import { isAway } from './is-away.ts'

export interface BatchOptions<In> {
  /** The maximum number of items in a batch. */
  maxItems: number
  /** Two items with the same key are never in one batch. */
  keyOf: (item: In) => string
  /** How many milliseconds each batch waits for more items, unless it is full. Default: 0. */
  delayMs?: number
  /** After this many milliseconds the next batch starts even if the previous write has not ended. Default: 1,000. */
  timeoutMs?: number
}

interface Waiting<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that writes one item. It combines calls into batches for `writeMany`, which must write all items or none and
 * return their results in order. If a batch fails, its items are written one by one, so that only faulty ones fail; if Postgres is
 * unavailable, all items fail.
 */
export function batchWrites<In, Out>(
  writeMany: (items: In[]) => Promise<Out[]>,
  { maxItems, keyOf, delayMs = 0, timeoutMs = 1000 }: BatchOptions<In>,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isWriting = false
  let onFull = (): void => {}

  function takeBatch(): Waiting<In, Out>[] {
    const taken = new Map<string, Waiting<In, Out>>()
    const left: Waiting<In, Out>[] = []
    for (const one of waiting) {
      const key = keyOf(one.item)
      if (taken.size < maxItems && !taken.has(key)) taken.set(key, one)
      else left.push(one)
    }
    waiting = left
    return [...taken.values()]
  }

  async function write(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await writeMany(batch.map(({ item }) => item))
      for (const [place, { resolve }] of batch.entries()) resolve(outs[place]!)
    } catch (error) {
      if (batch.length === 1 || isAway(error)) return batch.forEach(({ reject }) => reject(error))
      for (const one of batch) await write([one])
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      if (waiting.length < maxItems && delayMs > 0) await delay()
      await withTimeout(timeoutMs, write(takeBatch()))
    }
    isWriting = false
  }

  const delay = () => withTimeout(delayMs, new Promise<void>((resolve) => (onFull = resolve)))

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= maxItems) onFull()
      if (!isWriting) void writeAll()
    })
}

async function withTimeout(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)))
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
