/** The job queues: BullMQ on Redis, or without Redis BullMQ's own Postgres backend. Only this file depends on the choice. */
import { withBackend } from 'bullmq'
import type { Job, JobsOptions, Queue, Worker, WorkerOptions } from 'bullmq'
import { connectionSettings, limitsOf } from './connection.ts'
import { postgresBackend, redisBackend } from './queue-backends.ts'
import type { queueNames } from './queue-schema.ts'
import { isClusterUrl, openRedis } from './redis.ts'
import { queueTelemetry } from './tracing.ts'
import { watchRedis } from './wires.ts'

export type QueueName = (typeof queueNames)[number]

export interface QueueSource {
  databaseUrl: string
  redisUrl?: string | undefined
  /** The prefix of all Redis keys. It separates installations and tests that share one Redis. */
  prefix?: string | undefined
  onError: (error: Error) => void
}

export interface NewJob {
  /** The job's id: it has no colon and is not a bare number. A job is not added if the queue already has one with the same id. */
  id: string
  data: object
  delay?: number
}

export interface QueueSize {
  waiting: number
  /** How many seconds the oldest of the waiting jobs has waited; 0 if there is none. */
  oldestSeconds: number
}

export type Work = (job: Job) => Promise<unknown>

export interface Queues {
  backend: 'redis' | 'postgres'
  /** Adds jobs to a queue. Rejects at once while the queue's connection is known to be lost. */
  add(name: QueueName, jobs: readonly NewJob[]): Promise<void>
  /** Adds a job to a queue every `every` milliseconds. If several processes call this, the job is still added only once. */
  repeat(name: QueueName, id: string, every: number): Promise<void>
  /** Starts a worker. Closing it while the queue's connection is lost gives up the connection of all queues of this process. */
  work(name: QueueName, work: Work, options?: Omit<WorkerOptions, 'connection' | 'prefix'>): Worker
  /**
   * Returns how many jobs of a queue wait for a worker, and for how long. Rejects when the queue has not responded after
   * `timeoutMs` milliseconds.
   */
  measure(name: QueueName, timeoutMs: number): Promise<QueueSize>
  close(): Promise<void>
}

/** Queues keep no finished or failed jobs, because Postgres holds everything that is still to be done. */
const jobOptions: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: true,
}

/**
 * In milliseconds, except `drainDelay` (seconds). The job of a killed process goes to another one after 10 to 15 seconds (BullMQ's
 * default: up to a minute). A worker that lost its connection to the queue retries after one second (default: 15).
 */
const workerOptions = { lockDuration: 10_000, stalledInterval: 5_000, runRetryDelay: 1_000, drainDelay: 1 }

/** Opens the queues of one process. On Postgres they need BullMQ's schema (`migrateQueue`). */
export function openQueues(source: QueueSource): Queues {
  const factory = source.redisUrl ? onRedis(source.redisUrl, source) : onPostgres(source)
  const queues = new Map<QueueName, Queue>()
  const workers: Worker[] = []

  function queueOf(name: QueueName): Queue {
    const known = queues.get(name)
    if (known) return known
    const queue = factory.queue(name)
    queue.on('error', source.onError)
    queues.set(name, queue)
    return queue
  }

  return {
    backend: source.redisUrl ? 'redis' : 'postgres',
    async add(name, jobs) {
      const bulk = jobs.map(({ id, data, delay }) => ({
        name,
        data,
        opts: { ...jobOptions, jobId: id, ...(delay ? { delay } : {}) },
      }))
      const [first, ...others] = bulk
      if (!first) return
      if (factory.isAway()) throw new Error('the queue is away') // without this, ioredis would hold the jobs until it has reconnected
      // Adding a single job costs one command; adding several costs a transaction.
      if (others.length === 0) await queueOf(name).add(first.name, first.data, first.opts)
      else await queueOf(name).addBulk(bulk)
    },
    async repeat(name, id, every) {
      await queueOf(name).upsertJobScheduler(id, { every }, { name: id, data: {}, opts: jobOptions })
    },
    work(name, work, options) {
      const worker = factory.worker(name, work, options)
      worker.on('error', source.onError)
      workers.push(worker)
      const close = worker.close.bind(worker)
      worker.close = async (force) => {
        if (!factory.isReady()) await factory.close() // otherwise the worker would wait for responses until the connection is back
        await close(force)
      }
      return worker
    },
    async measure(name, timeoutMs) {
      if (factory.isAway()) throw new Error('the queue is away')
      return withTimeout(measure(queueOf(name)), timeoutMs)
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await factory.close()
    },
  }
}

async function measure(queue: Queue): Promise<QueueSize> {
  const [counts, oldest] = await Promise.all([queue.getJobCounts('waiting'), queue.getWaiting(0, 0)])
  const [job] = oldest
  const waitedMs = job ? Date.now() - job.timestamp - job.delay : 0
  return { waiting: counts['waiting'] ?? 0, oldestSeconds: Math.max(waitedMs, 0) / 1000 }
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not respond')), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

interface QueueFactory {
  /** Returns whether the connection is known to be lost. */
  isAway(): boolean
  /** Returns whether the connection takes commands now. */
  isReady(): boolean
  queue(name: string): Queue
  worker(name: string, work: Work, options?: Omit<WorkerOptions, 'connection' | 'prefix'>): Worker
  close(): Promise<void>
}

/** A connection that has sent a request and receives nothing for this many milliseconds is considered dead and replaced. */
const silence = { socketTimeout: 5_000, connectTimeout: 3_000 }
/** A worker's connection that waits for jobs may be silent for longer, because each wait lasts up to ten seconds. */
const blockingSilence = { socketTimeout: 15_000 }

function onRedis(url: string, { prefix = 'brimful', onError }: QueueSource): QueueFactory {
  const limits = { maxRetriesPerRequest: null, ...silence }
  const connection = openRedis(url, limits)
  connection.on('error', onError)
  // BullMQ duplicates the connection for each worker to wait on.
  connection.duplicate = () => {
    const blocking = openRedis(url, { ...limits, ...blockingSilence })
    watchRedis('queue', blocking)
    return blocking
  }
  watchRedis('queue', connection)
  const classes = withBackend(redisBackend)
  const optionsOf = (name: string) => ({
    connection,
    prefix: keyPrefix(url, prefix, name),
    ...queueTelemetry(),
  })
  return {
    queue: (name) => new classes.Queue(name, optionsOf(name)),
    worker: (name, work, options) =>
      new classes.Worker(name, work, { ...workerOptions, ...options, ...optionsOf(name) }),
    isAway: () => awayStates.has(connection.status),
    isReady: () => connection.status === 'ready',
    async close() {
      connection.disconnect()
    },
  }
}

/**
 * Returns the prefix of a queue's keys. What is in braces decides which node of a cluster holds a key, and BullMQ's scripts need
 * all keys of a queue on one node. https://docs.bullmq.io/patterns/redis-cluster
 */
function keyPrefix(url: string, prefix: string, name: string): string {
  return isClusterUrl(url) ? `{${prefix}:${name}}` : `{${prefix}}`
}

/** The states of an ioredis connection that is lost and not yet re-established. */
const awayStates = new Set(['close', 'reconnecting', 'end'])

/**
 * Timeouts of BullMQ's own Postgres connections. A worker sends a query at least once a second, so it notices a dead connection.
 */
const postgresTimeouts = { ...connectionSettings, ...limitsOf(10_000), connectionTimeoutMillis: 5_000 }

function onPostgres({ databaseUrl }: QueueSource): QueueFactory {
  const classes = withBackend(postgresBackend)
  const connection = { connectionString: databaseUrl, max: 2, ...postgresTimeouts }
  return {
    queue: (name) => new classes.Queue(name, { connection, ...queueTelemetry() }) as unknown as Queue,
    worker: (name, work, options) =>
      new classes.Worker(name, work, {
        ...workerOptions,
        ...options,
        connection,
        ...queueTelemetry(),
      }) as unknown as Worker,
    isAway: () => false, // BullMQ's pool for Postgres rejects a query that it cannot send, so this backend need not report that it is away
    isReady: () => true,
    async close() {},
  }
}
