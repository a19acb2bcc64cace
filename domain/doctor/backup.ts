/** Checks that there is a backup, that it is not old, and that somebody has tried to restore one. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, off, ok, reasonOf, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'

const hourMs = 3_600_000
/** A backup is made every night, so an older one is not the last night's. */
const maxAgeMs = 36 * hourMs
const dayMs = 24 * hourMs
/** A month, and some days for whom it does not suit. */
const maxDrillDays = 35

interface Installation {
  backupFolder: string | undefined
  isProduction: boolean
}

/** Returns the check of the folder that `brimful backup` and `brimful drill` write to. The names in it have the times. */
export function checkBackup({ backupFolder, isProduction }: Installation, now: () => number): Check[] {
  return [{ subject: 'backup', run: () => judgeFolder(backupFolder, isProduction, now()) }]
}

async function judgeFolder(
  folder: string | undefined,
  isProduction: boolean,
  now: number,
): Promise<Finding | Finding[]> {
  if (folder === undefined)
    return isProduction
      ? warning('No backup is known: set BACKUP_FOLDER to the folder that your backups go to.')
      : off('BACKUP_FOLDER is not set.')
  try {
    // Containers write into the folder, and deploy/backup.sh into `base`.
    const names = [...(await list(folder)), ...(await list(join(folder, 'base')))]
    const newest = newestOf(names, '')
    if (newest === undefined)
      return warning(
        'There is no backup yet: run "brimful backup" (with containers first "brimful backup key").',
      )
    return [judgeAge(now - newest), ...judgeDrill(newestOf(names, 'drilled-'), now)]
  } catch (error) {
    return fault(
      `BACKUP_FOLDER cannot be read (${reasonOf(error)}): correct it, or let this account read it.`,
    )
  }
}

function judgeAge(age: number): Finding {
  const hours = Math.round(age / hourMs)
  if (age > maxAgeMs)
    return fault(
      `The newest backup is ${hours} hours old: run "brimful backup", and see why none was made since.`,
    )
  return ok(`The newest backup is ${hours} hours old.`)
}

/** Returns a warning if nobody has tried for more than a month whether a backup can be restored. */
function judgeDrill(last: number | undefined, now: number): Finding[] {
  const way =
    'run "brimful drill" (with containers "brimful drill KEY_FILE"), which restores the newest one into a place of its own.'
  if (last === undefined) return [warning(`No backup has been restored yet: ${way}`)]
  const days = Math.round((now - last) / dayMs)
  return days > maxDrillDays ? [warning(`The last drill was ${days} days ago: ${way}`)] : []
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
}

/** Returns the newest time among the names that are this prefix and a time, like 20261129T030004Z, or undefined. */
function newestOf(names: readonly string[], prefix: string): number | undefined {
  const times = names.flatMap((name) => {
    const [, date, hour, minute, second] =
      new RegExp(`^${prefix}(\\d{8})T(\\d\\d)(\\d\\d)(\\d\\d)Z$`).exec(name) ?? []
    return date
      ? Date.parse(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${hour}:${minute}:${second}Z`)
      : []
  })
  return times.length > 0 ? Math.max(...times) : undefined
}
