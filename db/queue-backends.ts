/** BullMQ's backends, with a pause of a second after a failed call where BullMQ would repeat it without any, and no delay of a single job. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, getDefaultBackendFactory } from 'bullmq'
import type { IQueueBackend, RedisQueueBackend } from 'bullmq'
import type pg from 'pg'
import { guard } from './connection.ts'

const retryMs = 1_000

const createRedisBackend = getDefaultBackendFactory<RedisQueueBackend>()

/** Opens BullMQ's Redis backend with a pause after failed calls; a job that arrives alone is started at once. */
export const redisBackend: typeof createRedisBackend = (name, opts, factoryOpts) =>
  startAtOnce(pauseAfterErrors(createRedisBackend(name, opts, factoryOpts)))

/** Opens BullMQ's Postgres backend with a pause after failed calls. */
export const postgresBackend: typeof createPostgresBackend = (name, opts, factoryOpts) =>
  pauseAfterErrors(retryConnecting(guardConnections(createPostgresBackend(name, opts, factoryOpts))))

/**
 * Handles errors of connections in use: BullMQ listens to those of idle connections only, so that an error during the start would
 * end the process.
 */
function guardConnections(
  backend: ReturnType<typeof createPostgresBackend>,
): ReturnType<typeof createPostgresBackend> {
  backend['connection'].pool.on('connect', (client) => guard(client as unknown as pg.PoolClient))
  return backend
}

/** Repeats a refused first connection: BullMQ would remember it and fail every later call without connecting again. */
function retryConnecting(
  backend: ReturnType<typeof createPostgresBackend>,
): ReturnType<typeof createPostgresBackend> {
  const connection = backend['connection']
  const connect = connection.waitUntilReady.bind(connection)
  connection.waitUntilReady = async () => {
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (connection.isClosing) throw error
        backend.emit('error', error)
        connection['readyPromise'] = undefined
        await sleep(retryMs)
      }
    }
  }
  return backend
}

/** About as long as an alert takes: looking for the next job meanwhile would slow it down by 6 % (two cores, median of 5 rounds). */
const alertMs = 3

/**
 * Lets a worker start a job as soon as it has it. BullMQ's worker first asks for another one and waits for the response
 * (`Worker.mainLoop`), a round trip that a single tip need not wait for. So the call after one that gave a job gives none: the
 * worker starts the job, waits for the marker of the queue, which Redis sets with every job that it gives (`moveToActive.lua`),
 * and asks again. Under load a completed job brings the next one, and none of this is called.
 */
function startAtOnce(backend: RedisQueueBackend): RedisQueueBackend {
  const moveToActive = backend.moveToActive.bind(backend)
  const waitForJob = backend.waitForJob.bind(backend)
  let hasGivenJob = false
  return Object.assign(backend, {
    async moveToActive(token: string, name?: string): ReturnType<typeof moveToActive> {
      if (hasGivenJob) {
        hasGivenJob = false
        return []
      }
      const next = await moveToActive(token, name)
      hasGivenJob = Boolean(next[0])
      return next
    },
    async waitForJob(blockTimeout: number) {
      await sleep(alertMs)
      return waitForJob(blockTimeout)
    },
  })
}

/** Pauses after a failed call: unless the connection was refused, a BullMQ worker repeats the call at once and uses up the CPU. */
function pauseAfterErrors<Backend extends IQueueBackend>(backend: Backend): Backend {
  const moveToActive = backend.moveToActive.bind(backend)
  const waitForJob = backend.waitForJob.bind(backend)
  return Object.assign(backend, {
    moveToActive: (token: string, name?: string) => moveToActive(token, name).catch(pauseAndThrow),
    waitForJob: (blockTimeout: number) => waitForJob(blockTimeout).catch(pauseAndThrow),
  })
}

async function pauseAndThrow(error: unknown): Promise<never> {
  await sleep(retryMs)
  throw error
}
