/** Writes that come while one is under way go together in the next: under load many share one commit, at rest none waits. */

export interface BatchOptions<In> {
  /** At most so many go together. */
  most: number
  /** Two of the same key never go together. */
  keyOf: (item: In) => string
  /** A write that takes longer holds nobody up any more (a second, unless told). */
  timeoutMs?: number
}

interface Waiting<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
}

/**
 * Makes of a write of many a write of one. `writeMany` answers in the order of its items and does all of them or none. When it
 * fails for several, each is written alone, so that nobody's error is another's.
 */
export function batchWrites<In, Out>(
  writeMany: (items: In[]) => Promise<Out[]>,
  { most, keyOf, timeoutMs: patienceMs = 1000 }: BatchOptions<In>,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isWriting = false

  function takeSome(): Waiting<In, Out>[] {
    const taken = new Map<string, Waiting<In, Out>>()
    const left: Waiting<In, Out>[] = []
    for (const one of waiting) {
      const key = keyOf(one.item)
      if (taken.size < most && !taken.has(key)) taken.set(key, one)
      else left.push(one)
    }
    waiting = left
    return [...taken.values()]
  }

  async function write(some: Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await writeMany(some.map(({ item }) => item))
      for (const [place, { resolve }] of some.entries()) resolve(outs[place]!)
    } catch (error) {
      if (some.length === 1) return some[0]!.reject(error)
      for (const one of some) await write([one])
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await atMost(patienceMs, write(takeSome()))
    isWriting = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWriting) void writeAll()
    })
}

/** Waits for the work, but no longer than that. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tired = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work, tired])
  clearTimeout(timer)
}
