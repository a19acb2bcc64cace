/** Applies all migrations to the database and exits. A deployment runs this once, before the new processes start. */
import { openDb } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { ConfigError, readConfig } from '../domain/config.ts'

try {
  const db = openDb(readConfig(process.env).databaseUrl, { poolSize: 1 })
  await migrate(db).finally(() => db.destroy())
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
