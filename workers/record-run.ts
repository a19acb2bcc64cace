/** Counts, times and logs runs. A run is one execution of a job or one attempt at a delivery. */
import type { Logger } from 'pino'
import { Counter, Histogram } from 'prom-client'
import type { Destination } from '../contract/events.ts'
import type { QueueName } from '../db/queue.ts'
import { GiveUpError, SlowDownError } from './errors.ts'

export type RunOutcome = 'done' | 'slowed' | 'gave_up' | 'failed'

const outcomes = new Counter({
  name: 'brimful_jobs_total',
  help: 'Runs of jobs by queue and outcome',
  labelNames: ['queue', 'outcome'] as const,
})

const seconds = new Histogram({
  name: 'brimful_job_seconds',
  help: 'How long runs of jobs took',
  labelNames: ['queue'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
})

/** Starts timing a run on a queue or at a destination. Returns a function that records its end, with `error` if it failed. */
export function recordRun(
  log: Logger,
  queue: QueueName | Destination,
  facts: object,
): (error: Error | undefined) => void {
  const startedAt = performance.now()
  return (error) => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    countRun(queue, outcomeOf(error), ms)
    logRun(log, { queue, ...facts, ms }, error)
  }
}

/** Counts a run with its outcome and its duration in milliseconds. */
export function countRun(queue: QueueName | Destination, outcome: RunOutcome, milliseconds: number): void {
  outcomes.inc({ queue, outcome })
  seconds.observe({ queue }, milliseconds / 1000)
}

function outcomeOf(error: Error | undefined): RunOutcome {
  if (!error) return 'done'
  if (error instanceof SlowDownError) return 'slowed'
  return error instanceof GiveUpError ? 'gave_up' : 'failed'
}

/** Logs a run. It logs only the name, message and code of an error, because libraries attach requests, rows and tokens to errors. */
function logRun(log: Logger, facts: object, error: Error | undefined): void {
  const line = { ...facts, outcome: outcomeOf(error) }
  if (!error) return log.debug(line, 'job done')
  const { name, message } = error
  const { code } = error as NodeJS.ErrnoException
  if (line.outcome === 'failed') return log.warn({ ...line, error: { name, message, code } }, 'job failed')
  log.info({ ...line, reason: (error as SlowDownError | GiveUpError).reason }, 'job put aside')
}
