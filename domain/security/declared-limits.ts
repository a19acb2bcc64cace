/**
 * Compares what is counted with what is declared: while a call runs, it counts for the limits that it names (`contract/limits.ts`). A
 * test that meets another one fails (`server/app.fixture.ts`), so the tables of docs/abuse.md and OpenAPI leave none out. In production
 * such a limit counts like any other: a request must not fail because of a table.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { LimitName } from '../../contract/limits.ts'

const declared = new AsyncLocalStorage<Declaration>()

interface Declaration {
  /** The call, such as `POST account/log-in`. */
  name: string
  limits: ReadonlySet<string>
}

/** Publishes each limit that a call counts for or reads, as `CountedLimit`. */
export const countedLimits = channel('brimful:limit')
export interface CountedLimit {
  call: string
  limit: string
  /** Whether the call names the limit. */
  isDeclared: boolean
}

/** Runs a call, which counts for these limits. */
export function withLimits<T>(name: string, limits: readonly LimitName[], run: () => T): T {
  return declared.run({ name, limits: new Set(limits) }, run)
}

/** Publishes that a limit is counted. Work outside a call, such as that of workers, is not compared. */
export function noteLimit(limit: string): void {
  const call = declared.getStore()
  if (!call) return
  const isDeclared = call.limits.has(limit)
  countedLimits.publish({ call: call.name, limit, isDeclared } satisfies CountedLimit)
}
