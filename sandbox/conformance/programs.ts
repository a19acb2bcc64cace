/** Programs of the operating system that check us because they are not ours. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Program {
  /** Where it is; empty when it is not installed. */
  path: string
  /** Why a test is skipped; empty when the program is there. */
  reason: string
}

/** Looks for a program. Whoever tests by hand may do without, and is told; where CI is `true`, it is an error. */
export function findProgram(name: string, debianPackage: string): Program {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const path = folders.map((folder) => join(folder, name)).find(isExecutable) ?? ''
  const reason = path ? '' : `${name} is not installed (Debian: apt-get install ${debianPackage})`
  if (reason && process.env.CI === 'true') throw new Error(reason)
  if (reason) process.stderr.write(`${reason}; what needs it is skipped.\n`)
  return { path, reason }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
