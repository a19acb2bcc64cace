/** Fans out the events whose jobs are on the queue `tip-events`. */
import type { Destination, TipEventJob } from '../../contract/events.ts'
import { insertEventTrace } from '../../db/queries/deliveries/event-traces.ts'
import { currentTrace } from '../../db/tracing.ts'
import { batchWrites } from '../../db/write-batcher.ts'
import type { WorkerContext } from '../context.ts'
import { alertJobs, completeJobs } from '../fan-out.ts'
import type { AlertedJob } from '../fan-out.ts'
import type { Processor } from '../start-worker.ts'

/** The same number of jobs as the worker processes at a time (`start-workers.ts`). */
const maxJobs = 50
/**
 * How long storing an event's deliveries waits for further tips, in milliseconds. It is not urgent, and one statement for three
 * tips costs less than three statements, which would delay the next alerts.
 */
const fanOutDelayMs = 20

/**
 * Returns a processor of jobs. Alerts of jobs that arrive during one statement are stored together by the next one, and so are
 * their deliveries and notifications. An alert never waits for the deliveries of another tip.
 */
export function tipEventsProcessor(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
): Processor<TipEventJob> {
  const options = { maxItems: maxJobs, keyOf: ({ eventId }: { eventId: string }) => eventId }
  const alert = batchWrites((jobs: TipEventJob[]) => alertJobs(ctx, jobs, reachable), options)
  const complete = batchWrites(
    async (jobs: AlertedJob[]) => {
      await completeJobs(ctx, jobs, reachable)
      return jobs.map(() => {})
    },
    { ...options, delayMs: fanOutDelayMs },
  )
  return async (job) => {
    const trace = currentTrace()
    if (trace) await insertEventTrace(ctx.db, job.eventId, trace)
    await complete(await alert(job))
  }
}
