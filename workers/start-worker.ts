/** The entry point for jobs: each is parsed, run, counted and logged. */
import { UnrecoverableError } from 'bullmq'
import type { Job, Worker, WorkerOptions } from 'bullmq'
import type * as z from 'zod/mini'
import type { QueueName } from '../db/queue.ts'
import type { WorkerContext } from './context.ts'
import { GiveUpError } from './errors.ts'
import { recordRun } from './record-run.ts'

/** Does the work of one job. A `GiveUpError` ends the job; after any other error the job is retried. */
export type Processor<Data> = (data: Data, job: JobFacts) => Promise<void>

export interface JobFacts {
  name: string
}

export interface WorkerKind<Data> {
  queue: QueueName
  schema: z.ZodMiniType<Data>
  process: Processor<Data>
  options?: Pick<WorkerOptions, 'concurrency'>
}

/** Starts to process jobs from a queue. Each job is parsed, run, counted, and logged without its data. */
export function startWorker<Data>(ctx: WorkerContext, kind: WorkerKind<Data>): Worker {
  return ctx.queues.work(
    kind.queue,
    async (job) => {
      const record = recordRun(ctx.log, kind.queue, { job: job.id, attempt: job.attemptsMade + 1 })
      const error = await run(kind, job)
      record(error)
      if (error) throw error instanceof GiveUpError ? new UnrecoverableError(error.reason) : error
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
