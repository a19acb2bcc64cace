/** Counts what became of jobs, and how long they took. */
import { Counter, Histogram } from 'prom-client'
import type { ChatDestination } from '../contract/events.ts'
import type { QueueName } from '../db/queue.ts'

/** How one run of a job ended. */
export type JobOutcome = 'done' | 'slowed' | 'gave_up' | 'failed'

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

/** Adds one run, or one turn at a chat's desk. */
export function countJob(
  queue: QueueName | ChatDestination,
  outcome: JobOutcome,
  milliseconds: number,
): void {
  outcomes.inc({ queue, outcome })
  seconds.observe({ queue }, milliseconds / 1000)
}
