/** One run of a reconciliation: one process at a time, item by item, each of which may fail by itself. */
import { randomUUID } from 'node:crypto'
import { releaseLease, takeLease } from '../../../db/queries/leases.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { emptyReport } from './report.ts'
import type { ReconciliationReport } from './report.ts'

/** The state of a run; `report` collects what it finds. */
export interface Run {
  ctx: PaymentContext
  now: Date
  report: ReconciliationReport
  /** Aborted when another process has taken over. */
  signal: AbortSignal
}

const leaseName = 'reconcile'
/** After a process is killed, or has stood still for so long, another one may begin. */
const leaseMs = 60_000
const renewMs = 15_000

/** Runs `work` while no other process does. Returns undefined when one does. Throws when another process has taken over. */
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

/** Compares one item. What fails is noted in the report, and the run goes on. Returns whether it succeeded. */
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

/** Reads a list page by page, to its end. */
export async function* readPages<T>(list: (after: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  let after: T | undefined
  do {
    const page = await list(after)
    yield* page
    after = page.at(-1)
  } while (after !== undefined)
}
