/** The one door for jobs. */
import { DelayedError, UnrecoverableError, Worker } from 'bullmq'
import type { Job, WorkerOptions } from 'bullmq'
import type * as z from 'zod/mini'
import type { QueueName } from '../db/queue.ts'
import type { WorkerContext } from './context.ts'
import { GiveUpError, SlowDownError } from './errors.ts'
import { countJob } from './job-metrics.ts'
import type { JobOutcome } from './job-metrics.ts'

/** Does one job. What it throws decides: `SlowDownError` waits, `GiveUpError` stops, anything else is retried. */
export type Processor<Data> = (data: Data, job: JobFacts) => Promise<void>

export interface JobFacts {
  name: string
}

export interface WorkerKind<Data> {
  queue: QueueName
  schema: z.ZodMiniType<Data>
  process: Processor<Data>
  /** A queue that may be held back as a whole needs a limiter: without one BullMQ does not look for the hold. */
  options?: Pick<WorkerOptions, 'concurrency' | 'limiter'>
}

/** Starts taking jobs off a queue: each is parsed, run, counted and logged, with nothing private in the line. */
export function startWorker<Data>(ctx: WorkerContext, kind: WorkerKind<Data>): Worker {
  return ctx.queues.work(
    kind.queue,
    async (job, token) => {
      const started = performance.now()
      const error = await run(kind, job)
      const outcome = outcomeOf(error)
      const ms = Math.round((performance.now() - started) * 10) / 10
      countJob(kind.queue, outcome, ms)
      logOutcome(ctx, { queue: kind.queue, job: job.id, attempt: job.attemptsMade + 1, outcome, ms }, error)
      if (error) throw await toQueueError(ctx, kind.queue, job, token, error)
    },
    kind.options,
  )
}

async function run<Data>({ schema, process }: WorkerKind<Data>, job: Job): Promise<Error | undefined> {
  const data = schema.safeParse(job.data)
  if (!data.success) return new UnrecoverableError('the job does not fit its schema')
  try {
    await process(data.data, { name: job.name })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function outcomeOf(error: Error | undefined): JobOutcome {
  if (!error) return 'done'
  if (error instanceof SlowDownError) return 'slowed'
  return error instanceof GiveUpError ? 'gave_up' : 'failed'
}

/** The error in the queue's words, after the job or its queue was put to wait. */
async function toQueueError(
  { queues }: WorkerContext,
  queue: QueueName,
  job: Job,
  token: string | undefined,
  error: Error,
): Promise<Error> {
  if (error instanceof GiveUpError) return new UnrecoverableError(error.reason)
  if (!(error instanceof SlowDownError)) return error
  if (error.scope === 'queue') {
    await queues.pause(queue, error.milliseconds)
    return Worker.RateLimitError()
  }
  await job.moveToDelayed(Date.now() + error.milliseconds, token)
  return new DelayedError()
}

interface JobLine {
  queue: QueueName
  job: string | undefined
  attempt: number
  outcome: JobOutcome
  ms: number
}

/** Fields of an error are never logged but its code: libraries hang requests, rows and tokens on it. */
function logOutcome({ log }: WorkerContext, line: JobLine, error: Error | undefined): void {
  if (!error) return log.debug(line, 'job done')
  const { name, message } = error
  const { code } = error as NodeJS.ErrnoException
  if (line.outcome === 'failed') return log.warn({ ...line, error: { name, message, code } }, 'job failed')
  log.info({ ...line, reason: (error as SlowDownError | GiveUpError).reason }, 'job put aside')
}
