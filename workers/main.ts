/** The workers as a separate process. */
import { pino } from 'pino'
import { openPubSub } from '../db/pubsub.ts'
import { openDb, requestTimeoutMs } from '../db/connection.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openQueues } from '../db/queue.ts'
import { warnOfMissingMail } from '../domain/mail/require-mail.ts'
import { ConfigError, readConfig } from '../domain/config.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { startWorkers } from './start-workers.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  warnOfMissingMail(config, log)
  const { databaseUrl, redisUrl } = config
  const onError = (error: Error) => log.warn({ reason: error.message }, 'connection trouble')
  const db = openDb(databaseUrl, { timeoutMs: requestTimeoutMs, onError })
  const queues = openQueues({ databaseUrl, redisUrl, onError })
  const pubsub = openPubSub({ databaseUrl, redisUrl, onError })
  const orderLimits = openOrderLimits({ redisUrl, secret: config.sessionSecret, onError })
  await migrateDatabase(databaseUrl, ({ message }) =>
    log.warn({ reason: message }, 'Postgres is away: trying again'),
  )
  const workers = await startWorkers({ config, db, queues, pubsub, log, orderLimits })
  log.info({ queues: queues.backend }, 'workers run')

  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    await workers.close()
    orderLimits.close()
    await Promise.all([queues.close(), pubsub.close()])
    await db.destroy()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopping ??= stop()).catch(fail))
}

function fail(error: unknown): never {
  console.error(sentenceFor(error))
  process.exit(1)
}

/** Formats errors that an operator can repair as one sentence; bugs keep their stack. */
function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED')
    return 'Postgres does not answer at DATABASE_URL.'
  return error.stack ?? error.message
}

main().catch(fail)
