/** Runs the workers as a separate process. */
import { openPubSub } from '../db/pubsub.ts'
import { openDb, requestTimeoutMs } from '../db/connection.ts'
import { requireSchema } from '../db/prepare-database.ts'
import { openQueues } from '../db/queue.ts'
import { warnOfMissingMail } from '../domain/mail/require-mail.ts'
import { readConfig } from '../domain/config/config.ts'
import { openConnectionLog, openLog } from '../domain/log.ts'
import { openAnswers } from '../domain/liveness/answers.ts'
import { openChecks } from '../domain/liveness/checks.ts'
import { startLiveness } from '../domain/liveness/liveness.ts'
import { checkSecretsKey } from '../domain/start/check-secrets-key.ts'
import { warnOfOldNode } from '../domain/start/old-node.ts'
import { checkServices } from '../domain/start/service-faults.ts'
import { startTracing } from '../domain/tracing/start-tracing.ts'
import { runProcess } from '../domain/tasks/run-process.ts'
import type { Running } from '../domain/tasks/run-process.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { startWorkers } from './start-workers.ts'

/**
 * The limit on connecting to Postgres. A connection attempt that started just before the end of an outage may hang this long,
 * which delays the sweep; after an outage, alerts have to arrive within five seconds.
 */
const connectTimeoutMs = 3_000

async function start(): Promise<Running> {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const stopTracing = await startTracing(config, 'workers') // before connections are opened, which take part
  warnOfMissingMail(config, log)
  warnOfOldNode(config, log)
  const { databaseUrl, redisUrl } = config
  const errorsOf = openConnectionLog(log)
  const pool = { poolSize: 8, timeoutMs: requestTimeoutMs, connectTimeoutMs }
  const db = openDb(databaseUrl, { ...pool, onError: errorsOf('postgres') })
  const queues = openQueues({ databaseUrl, redisUrl, onError: errorsOf('queue') })
  const pubsub = openPubSub({ databaseUrl, redisUrl, onError: errorsOf('pubsub') })
  const orderLimits = openOrderLimits({
    redisUrl,
    secret: config.sessionSecret[0],
    onError: errorsOf('limits'),
  })
  const checks = openChecks(db, pubsub, databaseUrl)
  const { answers, setReady } = openAnswers()
  const liveness = await startLiveness({ ...config.live, log, checks, answers })
  await checkServices(config)
  await requireSchema(config, log)
  await checkSecretsKey(db, config.secretsKey, log)
  const workers = await startWorkers({ config, db, queues, pubsub, log, orderLimits })
  setReady(true)
  log.info({ queues: queues.backend }, 'workers run')

  return {
    log,
    async close() {
      setReady(false)
      await workers.close()
      orderLimits.close()
      await Promise.all([queues.close(), pubsub.close()])
      await db.destroy()
      await liveness.close()
      await stopTracing()
    },
  }
}

runProcess(start)
