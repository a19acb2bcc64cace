/** Gives a command the installation that it is about. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { ConfigError } from '../domain/config/config.ts'
import { loadSecrets } from './secrets.ts'

const dataDir = '.data/postgres'
/** The files of the units in deploy/systemd: of all processes, and of the migration. */
const unitFiles = ['brimful.env', 'brimful-migrate.env']

/**
 * Runs a command with the variables of this process. If they name no database, it gets those of the units' files in `folder`. Where
 * there are none, it is about the installation that `npm start` has made in this folder: its Postgres is joined if it runs, or else
 * runs for as long as the command; but not in production. Throws `ConfigError` if this account may not read the files.
 */
export async function withInstallation<T>(
  given: NodeJS.ProcessEnv,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
  folder = given.BRIMFUL_ETC ?? '/etc',
): Promise<T> {
  if (given.DATABASE_URL) return work(given)
  const files = unitFiles.map((name) => join(folder, name)).filter((file) => existsSync(file))
  if (files.length > 0)
    return work(Object.assign({ NODE_ENV: 'production' }, ...files.map(readVariables), given))
  if (given.NODE_ENV === 'production' || !existsSync(dataDir)) return work(given)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const urls = { DATABASE_URL: postgres.runningUrl, MIGRATION_DATABASE_URL: postgres.url }
    return await work({ ...loadSecrets('.data/secrets.json'), ...given, ...urls })
  } finally {
    await postgres.stop()
  }
}

/** Runs a command as `withInstallation` does, prints a `ConfigError` without its stack, and then ends with the code 1. */
export async function runCommand(work: (env: NodeJS.ProcessEnv) => Promise<void>): Promise<void> {
  try {
    await withInstallation(process.env, work)
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  }
}

function readVariables(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new ConfigError(
      `This account may not read ${file}, which has the variables of this installation: run the command as root, for example with sudo.`,
    )
  }
}
