/**
 * `npm run rotate-keys`: seals everything in the database with the newest key of SECRETS_KEY. Afterwards the other keys can be
 * dropped. Needs MIGRATION_DATABASE_URL if two roles are used.
 */
import { openDb } from '../db/connection.ts'
import { mayMigrate } from '../db/roles.ts'
import { requireSchema } from '../db/prepare-database.ts'
import { ConfigError, readConfig } from '../domain/config/config.ts'
import { openLog } from '../domain/log.ts'
import { rotateKeys } from '../domain/rotation/rotate-keys.ts'
import { asConfigError } from '../domain/start/service-faults.ts'
import { runCommand } from './command-environment.ts'

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const url = config.migrationUrl ?? config.databaseUrl
  const db = openDb(url, { poolSize: 8 })
  try {
    await requireSchema(config, openLog(config.logLevel))
    if (!(await mayMigrate(db)))
      throw new ConfigError('MIGRATION_DATABASE_URL is missing: only its role may seal invoices again.')
    const report = await rotateKeys(db, config.secretsKey)
    for (const { table, column, resealed, unreadable } of report)
      console.log(`${table}.${column}: ${resealed} sealed again, ${unreadable} unreadable`)
    const unreadable = report.reduce((sum, column) => sum + column.unreadable, 0)
    if (unreadable > 0)
      throw new ConfigError(
        `No key of SECRETS_KEY opens ${unreadable} texts. Drop no key before you know why.`,
      )
    console.log('Everything is sealed with the newest key. The other keys of SECRETS_KEY can be dropped.')
  } catch (error) {
    throw asConfigError(error, url)
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
