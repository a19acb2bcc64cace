/** Finds the Postgres of a Debian machine by its socket, which lets the account `postgres` in without a password. */
import { existsSync, readdirSync } from 'node:fs'
import { SetupError } from '../../db/setup-error.ts'

export const socketFolder = '/var/run/postgresql'
const usualPort = '5432'

/**
 * Returns the address of the Postgres that listens in this folder: that of the usual port, or the only one. Debian gives a cluster the
 * next free port if something else has the usual one. Throws `SetupError` if there are several others.
 */
export function findLocalPostgres(folder = socketFolder): string {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const ports = names.flatMap((name) => /^\.s\.PGSQL\.(\d+)$/.exec(name)?.[1] ?? [])
  if (ports.length > 1 && !ports.includes(usualPort))
    throw new SetupError(
      `There are several Postgres servers here, on the ports ${ports.toSorted().join(', ')}: name one with --postgres.`,
    )
  const port = ports.includes(usualPort) ? usualPort : (ports[0] ?? usualPort)
  return `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`
}
