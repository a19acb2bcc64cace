/** BullMQ's backends, made to wait where the library would not: a database that refuses is asked again once a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, getDefaultBackendFactory } from 'bullmq'
import type { IQueueBackend, RedisQueueBackend } from 'bullmq'

const againMs = 1_000

const createRedisBackend = getDefaultBackendFactory<RedisQueueBackend>()

/** On Redis. */
export const redisBackend: typeof createRedisBackend = (name, opts, factoryOpts) =>
  pace(createRedisBackend(name, opts, factoryOpts))

/** On Postgres. */
export const postgresBackend: typeof createPostgresBackend = (name, opts, factoryOpts) =>
  pace(insist(createPostgresBackend(name, opts, factoryOpts)))

/** The library remembers a first connection that was refused, and refuses every call after it without asking again. */
function insist(backend: ReturnType<typeof createPostgresBackend>): ReturnType<typeof createPostgresBackend> {
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
        await sleep(againMs)
      }
    }
  }
  return backend
}

/** A worker whose question fails asks it again at once, for whatever is no refused connection: that is a spinning process. */
function pace<Backend extends IQueueBackend>(backend: Backend): Backend {
  const moveToActive = backend.moveToActive.bind(backend)
  const waitForJob = backend.waitForJob.bind(backend)
  return Object.assign(backend, {
    moveToActive: (token: string, name?: string) => moveToActive(token, name).catch(hesitate),
    waitForJob: (blockTimeout: number) => waitForJob(blockTimeout).catch(hesitate),
  })
}

async function hesitate(error: unknown): Promise<never> {
  await sleep(againMs)
  throw error
}
