/** Counts the reads of a database, and withholds their results when a test needs a slow database. */
import { once } from 'node:events'
import type { Db } from '../../db/connection.ts'

export interface HeldResults {
  /** Returns how many queries have run and wait for their results. */
  count(): number
  /** Stops withholding the results of later queries. Results that are withheld already stay so until `release`. */
  passNew(): void
  release(): void
}

/** Wraps a database with a Kysely plugin, which sees each query before it runs and each result before its caller does. */
export function watchReads(db: Db) {
  const reads = new Map<string, number>()
  let gate: Promise<unknown> | undefined
  let held = 0
  const watched = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode') {
        const from = JSON.stringify(node.from?.froms ?? [])
        const table = /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(from)?.[1] ?? ''
        reads.set(table, (reads.get(table) ?? 0) + 1)
      }
      return node
    },
    async transformResult({ result }) {
      held += 1
      await gate
      held -= 1
      return result
    },
  })
  return {
    db: watched,
    /** Returns how often a table was read since the last call for it. */
    takeReadCount(table: string): number {
      const count = reads.get(table) ?? 0
      reads.delete(table)
      return count
    },
    /** Returns how often each table was read since the last call. */
    takeReadCounts(): Record<string, number> {
      const counts = Object.fromEntries(reads)
      reads.clear()
      return counts
    },
    /** Withholds all results from now on. */
    holdResults(): HeldResults {
      const opened = new AbortController()
      gate = once(opened.signal, 'abort')
      return {
        count: () => held,
        passNew: () => (gate = undefined),
        release() {
          gate = undefined
          opened.abort()
        },
      }
    },
  }
}
