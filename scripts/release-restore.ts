/**
 * `npm run release-restore`: ends the quarantine of a restored database. First finds at the providers what was paid since the backup,
 * then drops what waits to be posted, mailed, pushed or shown, because it happened before. Needs MIGRATION_DATABASE_URL.
 */
import { openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { dropOpenWork, endQuarantine, isQuarantined } from '../db/queries/admin/quarantine.ts'
import { ConfigError, readConfig } from '../domain/config/config.ts'
import type { Config } from '../domain/config/config.ts'
import { openLog } from '../domain/log.ts'
import { openPayments } from '../domain/payments/open-payments.ts'
import { reconcile } from '../domain/payments/reconciliation/reconcile.ts'
import { asConfigError } from '../domain/start/service-faults.ts'
import { readDays } from './read-days.ts'
import { runCommand } from './command-environment.ts'

const defaultDays = 3

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const days = readDays(defaultDays)
  const config = readConfig(env)
  const { databaseUrl, migrationUrl: url } = config
  const role = decodeURIComponent(new URL(databaseUrl).username)
  if (!url) throw new ConfigError('MIGRATION_DATABASE_URL is missing: only its role may end the quarantine.')
  const db = openDb(url, { poolSize: 2 })
  try {
    if (!(await isQuarantined(db, role)))
      throw new ConfigError(`The role ${role} may log in: this database is not quarantined.`)
    const found = await catchUp(config, db, new Date(Date.now() - days * 86_400_000))
    const dropped = await db.transaction().execute(dropOpenWork)
    console.log(JSON.stringify({ ...found, dropped }, null, 2))
    if (!(await endQuarantine(db, role)))
      throw new ConfigError(
        `The database has caught up, but the role of MIGRATION_DATABASE_URL may not let others log in: as a superuser, run ALTER ROLE "${role}" LOGIN, and then start the servers and the workers.`,
      )
    console.log('The database is released: start the servers and the workers.')
  } catch (error) {
    throw asConfigError(error, url, 'MIGRATION_DATABASE_URL')
  } finally {
    await db.destroy()
  }
}

/** Records what was paid after the backup. Nothing is published, so that nothing is shown. */
async function catchUp(config: Config, db: Db, since: Date) {
  const log = openLog(config.logLevel)
  const ctx = { db, log, config, payments: openPayments(config), publish: () => {} }
  const report = await reconcile(ctx, { since })
  if (!report) throw new ConfigError('Another process is reconciling. Try again in a few minutes.')
  return report
}

await runCommand(main)
