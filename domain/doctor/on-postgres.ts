/** Reads Postgres for a check of something else. */
import { openDb } from '../../db/connection.ts'
import type { Db } from '../../db/connection.ts'
import type { Config } from '../config/config.ts'
import { UncheckedError } from '../finding.ts'
import { asConfigError } from '../start/service-faults.ts'

/**
 * Calls `read` with a connection, and closes it. Throws `UncheckedError` where Postgres does not respond or refuses us, because the check of
 * Postgres says that.
 */
export async function onPostgres<T>({ databaseUrl }: Config, read: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(databaseUrl, { poolSize: 1 })
  try {
    return await read(db)
  } catch (error) {
    throw asConfigError(error, databaseUrl) === error ? error : new UncheckedError('Postgres')
  } finally {
    await db.destroy()
  }
}
