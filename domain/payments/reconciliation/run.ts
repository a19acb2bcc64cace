/** Runs a reconciliation in one process at a time, item by item. An item that fails does not stop the run. */
import { randomUUID } from 'node:crypto'
import { releaseLease, takeLease } from '../../../db/queries/leases.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { emptyReport } from './report.ts'
import type { ReconciliationReport } from './report.ts'

/** The state of a run; `report` collects the findings. */
export interface Run {
  ctx: PaymentContext
  now: Date
  report: ReconciliationReport
  /** Aborted when another process has taken over the reconciliation. */
  signal: AbortSignal
}

const leaseName = 'reconcile'
/** In milliseconds. When a process is killed or stuck for this long, another one may start a run. */
const leaseMs = 60_000
const renewMs = 15_000

/**
 * Calls `work` while no other process runs a reconciliation. Returns undefined when another process runs one. Throws when another
 * process takes over.
 */
export async function runAlone(
  ctx: PaymentContext,
  now: Date,
  work: (run: Run) => Promise<void>,
): Promise<ReconciliationReport | undefined> {
  const holder = randomUUID()
  const renew = async () => (await takeLease(ctx.db, leaseName, holder, leaseMs)).isHeld
  if (!(await renew())) return undefined
  const stop = new AbortController()
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => isHeld || stop.abort(new Error('another process has taken over the reconciliation')),
      (error: Error) => ctx.log.warn({ reason: error.message }, 'lease of the reconciliation not renewed'),
    )
  }, renewMs)
  const run = { ctx, now, report: emptyReport(), signal: stop.signal }
  try {
    await work(run)
    stop.signal.throwIfAborted()
    return run.report
  } finally {
    clearInterval(timer)
    await releaseLease(ctx.db, leaseName, holder)
  }
}

/** Compares one item. If that fails, adds the item to the report and the run continues. Returns whether it succeeded. */
export async function attempt(
  { report, signal }: Run,
  id: string,
  compare: () => Promise<void>,
): Promise<boolean> {
  signal.throwIfAborted()
  try {
    await compare()
    return true
  } catch (error) {
    report.unanswered.push({ id, reason: (error as Error).message })
    return false
  }
}

/** Yields the items of a list page by page, to its end. */
export async function* readPages<T>(list: (after: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  let after: T | undefined
  do {
    const page = await list(after)
    yield* page
    after = page.at(-1)
  } while (after !== undefined)
}
