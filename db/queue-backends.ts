/** BullMQ's backends with pauses between failed calls, where BullMQ has none: one attempt a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, getDefaultBackendFactory } from 'bullmq'
import type { IQueueBackend, RedisQueueBackend } from 'bullmq'
import type pg from 'pg'
import { guard } from './connection.ts'

const retryMs = 1_000

const createRedisBackend = getDefaultBackendFactory<RedisQueueBackend>()

/** Opens BullMQ's Redis backend with these pauses. */
export const redisBackend: typeof createRedisBackend = (name, opts, factoryOpts) =>
  pauseAfterErrors(createRedisBackend(name, opts, factoryOpts))

/** Opens BullMQ's Postgres backend with these pauses. */
export const postgresBackend: typeof createPostgresBackend = (name, opts, factoryOpts) =>
  pauseAfterErrors(retryConnecting(guardConnections(createPostgresBackend(name, opts, factoryOpts))))

/** BullMQ, too, hears the errors of idle connections only: one that dies while a process starts would end it. */
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
