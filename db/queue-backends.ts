/**
 * Changes two things about BullMQ's backends: after a failed call they pause for a second, because BullMQ would repeat the call at
 * once; and a job that arrives alone starts without delay.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, getDefaultBackendFactory } from 'bullmq'
import type { IQueueBackend, RedisQueueBackend } from 'bullmq'
import pg from 'pg'
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
 * Handles errors of connections in use. BullMQ handles only those of idle connections, so an error while a connection starts would
 * end the process.
 */
function guardConnections(
  backend: ReturnType<typeof createPostgresBackend>,
): ReturnType<typeof createPostgresBackend> {
  const connection = backend['connection']
  connection.pool.on('connect', (client) => guard(client as unknown as pg.PoolClient))
  Object.assign(connection, { pgModule: { Pool: pg.Pool, Client: ListenClient } })
  return backend
}

/**
 * The connection that a worker waits on for notifications. BullMQ handles its errors only once it is connected
 * (`PostgresConnection.getListenClient`), so one that arrives together with the end of connecting would end the process
 * (https://github.com/brianc/node-postgres/issues/2514). The connection then ends, and BullMQ opens another one.
 */
class ListenClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config)
    guard(this)
  }
}

/** Retries a refused first connection. BullMQ would remember the failure and reject every later call without connecting again. */
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

/**
 * Roughly the time in milliseconds that an alert takes to reach its overlays. If a worker fetches the next job within that time,
 * the alert is 6 % slower (two cores, median of 5 rounds).
 */
const alertMs = 3

/**
 * Lets a worker start a job as soon as it has one. BullMQ's worker first fetches another job and waits for the response
 * (`Worker.mainLoop`), a round trip that delays a single tip. In this backend, the call that follows a returned job returns no job
 * and does not ask Redis, so the worker starts the job that it has. The worker then waits for the queue's marker, which Redis sets
 * whenever it hands out a job (`moveToActive.lua`), and fetches the next job. Under load none of this happens, because the call
 * that completes a job already returns the next one.
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

/**
 * Pauses after a failed call. Unless the connection was refused, a BullMQ worker repeats the call at once and uses up the CPU.
 */
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
