/** Checks that there is a backup, and that it is not old. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, off, ok, reasonOf, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'

const hourMs = 3_600_000
/** A backup is made every night, so an older one is not the last night's. */
const maxAgeMs = 36 * hourMs

interface Installation {
  backupFolder: string | undefined
  isProduction: boolean
}

/** Returns the check of the newest backup in the folder that `brimful backup` writes to. Its name has the time when it began. */
export function checkBackup({ backupFolder, isProduction }: Installation, now: () => number): Check[] {
  return [{ subject: 'backup', run: () => findNewest(backupFolder, isProduction, now) }]
}

async function findNewest(
  folder: string | undefined,
  isProduction: boolean,
  now: () => number,
): Promise<Finding> {
  if (folder === undefined)
    return isProduction
      ? warning('No backup is known: set BACKUP_FOLDER to the folder that your backups go to.')
      : off('BACKUP_FOLDER is not set.')
  const names = await Promise.all([list(folder), list(join(folder, 'base'))]).catch((error: unknown) =>
    fault(`BACKUP_FOLDER cannot be read (${reasonOf(error)}): correct it, or let this account read it.`),
  )
  if (!Array.isArray(names)) return names
  const newest = Math.max(...names.flat().map(timeOf))
  if (newest === -Infinity)
    return warning(
      'There is no backup yet: run "brimful backup" (with containers first "brimful backup key").',
    )
  const hours = Math.round((now() - newest) / hourMs)
  if (now() - newest > maxAgeMs)
    return fault(
      `The newest backup is ${hours} hours old: run "brimful backup", and see why none was made since.`,
    )
  return ok(`The newest backup is ${hours} hours old.`)
}

/** A backup of containers is in the folder, and one of deploy/backup.sh in `base`; either has a name like 20261129T030004Z. */
async function list(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  return names.filter((name) => /^\d{8}T\d{6}Z$/.test(name))
}

function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(name)!
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
