/** Fans out the events whose jobs are on the queue `tip-events`. */
import type { Destination, TipEventJob } from '../../contract/events.ts'
import { batchWrites } from '../../db/write-batcher.ts'
import type { WorkerContext } from '../context.ts'
import { alertJobs, completeJobs } from '../fan-out.ts'
import type { AlertedJob } from '../fan-out.ts'
import type { Processor } from '../start-worker.ts'

/** As many as the worker takes at a time (`start-workers.ts`). */
const maxJobs = 50
/**
 * So long what follows an alert waits for more tips: it has time, and one statement for three tips costs less than three, which
 * would delay the next alerts.
 */
const restDelayMs = 20

/**
 * Returns a processor that stores the alerts of the jobs that arrive during one statement together in the next, and completes their
 * fan-out likewise. An alert never waits for the rest of another tip's fan-out.
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
    { ...options, delayMs: restDelayMs },
  )
  return async (job) => complete(await alert(job))
}
