/** Gives a command the installation that it is about. */
import { existsSync } from 'node:fs'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { loadSecrets } from './secrets.ts'

const dataDir = '.data/postgres'

/**
 * Runs a command with the variables of this process. If they name no database, the command is about the installation that `npm
 * start` has made in this folder: its Postgres is joined if it runs, or else runs for as long as the command. Nothing is made where
 * there is no such installation, or in production.
 */
export async function withInstallation<T>(
  given: NodeJS.ProcessEnv,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  if (given.DATABASE_URL || given.NODE_ENV === 'production' || !existsSync(dataDir)) return work(given)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    return await work({ ...loadSecrets('.data/secrets.json'), ...given, DATABASE_URL: postgres.runningUrl })
  } finally {
    await postgres.stop()
  }
}
