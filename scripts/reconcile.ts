/**
 * `npm run reconcile`: compares orders and tips with the providers, repairs what webhooks missed, checks the whole ledger, and
 * prints a report.
 */
import { openDb } from '../db/connection.ts'
import { requireSchema } from '../db/prepare-database.ts'
import { openQueues } from '../db/queue.ts'
import { ConfigError, readConfig } from '../domain/config/config.ts'
import { openConnectionLog, openLog } from '../domain/log.ts'
import { checkServices } from '../domain/start/service-faults.ts'
import { checkBalance } from '../domain/payments/ledger/check-balance.ts'
import { openPayments, publisher } from '../domain/payments/open-payments.ts'
import { reconcile } from '../domain/payments/reconciliation/reconcile.ts'
import { readDays } from './read-days.ts'
import { runCommand } from './command-environment.ts'

const defaultDays = 30

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const days = readDays(defaultDays)
  const config = readConfig(env)
  const { databaseUrl, redisUrl } = config
  await checkServices(config)
  const log = openLog(config.logLevel)
  const errorsOf = openConnectionLog(log)
  const db = openDb(databaseUrl, { poolSize: 2, onError: errorsOf('postgres') })
  const queues = openQueues({ databaseUrl, redisUrl, onError: errorsOf('queue') })
  try {
    await requireSchema(config, log)
    const ctx = { db, log, config, payments: openPayments(config), publish: publisher(queues, log) }
    const report = await reconcile(ctx, { since: new Date(Date.now() - days * 86_400_000) })
    if (!report) throw new ConfigError('Another process is reconciling. Try again in a few minutes.')
    const imbalances = await checkBalance(ctx)
    console.log(JSON.stringify({ ...report, imbalances }, null, 2))
    const { differences, missingAtProvider, unmatchedPayments, unanswered } = report
    const findings = [differences, missingAtProvider, unmatchedPayments, unanswered, imbalances]
    if (findings.some(({ length }) => length > 0)) process.exitCode = 2
  } finally {
    await queues.close()
    await db.destroy()
  }
}

await runCommand(main)
