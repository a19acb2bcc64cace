/** Applies all migrations and grants the running role its rights. A deployment runs this once, before the new processes start. */
import { pino } from 'pino'
import { prepareDatabase } from '../db/prepare-database.ts'
import { ConfigError, readConfig } from '../domain/config.ts'

try {
  const config = readConfig(process.env)
  await prepareDatabase(config, pino({ level: config.logLevel }))
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
