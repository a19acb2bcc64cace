/** Programs of the operating system that check us because they are not ours. */
import { spawnSync } from 'node:child_process'
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
  return report(listPrograms(name)[0], name, debianPackage)
}

/** Looks for a Python that has a module: the system's own has what the system's packages bring. */
export function findPythonWith(module: string, debianPackage: string): Program {
  const has = (path: string) => spawnSync(path, ['-c', `import ${module}`]).status === 0
  return report(listPrograms('python3').find(has), `Python with ${module}`, debianPackage)
}

function listPrograms(name: string): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).filter(isExecutable)
}

function report(path: string | undefined, name: string, debianPackage: string): Program {
  if (path) return { path, reason: '' }
  const reason = `${name} is not installed (Debian: apt-get install ${debianPackage})`
  if (process.env.CI === 'true') throw new Error(reason)
  process.stderr.write(`${reason}; what needs it is skipped.\n`)
  return { path: '', reason }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
