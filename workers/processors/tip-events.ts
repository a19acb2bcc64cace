/** Fans out the events whose jobs are on the queue `tip-events`. */
import type { Destination, TipEventJob } from '../../contract/events.ts'
import { batchWrites } from '../../db/write-batcher.ts'
import type { WorkerContext } from '../context.ts'
import { fanOutJobs } from '../fan-out.ts'
import type { Processor } from '../start-worker.ts'

const maxJobs = 50

/** Returns a processor that fans out the jobs that arrive during one fan-out together in the next: a burst becomes batches. */
export function tipEventsProcessor(
  ctx: WorkerContext,
  reachable: ReadonlySet<Destination>,
): Processor<TipEventJob> {
  const fanOut = batchWrites(
    async (jobs: TipEventJob[]) => {
      await fanOutJobs(ctx, jobs, reachable)
      return jobs.map(() => {})
    },
    { maxItems: maxJobs, keyOf: ({ eventId }) => eventId },
  )
  return (job) => fanOut(job)
}
