/** Applies all migrations and grants the running role its rights. A deployment runs this once, before the new processes start. */
import { prepareDatabase } from '../db/prepare-database.ts'
import { readConfig } from '../domain/config/config.ts'
import { openLog } from '../domain/log.ts'
import { asConfigError } from '../domain/start/service-faults.ts'
import { runCommand } from './command-environment.ts'

await runCommand(async (env) => {
  const config = readConfig(env)
  const { databaseUrl, migrationUrl } = config
  await prepareDatabase(config, openLog(config.logLevel)).catch((error: unknown) => {
    throw migrationUrl
      ? asConfigError(error, migrationUrl, 'MIGRATION_DATABASE_URL')
      : asConfigError(error, databaseUrl)
  })
  console.log('The database is up to date.')
})
