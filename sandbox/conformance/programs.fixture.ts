/** Finds installed programs that serve as an independent check of the stand-ins. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Program {
  /** The program's path; empty if it is not installed. */
  path: string
  /** Why the tests that need the program are skipped; empty if it is installed. */
  reason: string
}

/** Finds a program. If it is missing, this reports that on stderr and, when the environment variable CI is `true`, throws. */
export function findProgram(name: string, debianPackage: string): Program {
  return report(listPrograms(name)[0], name, debianPackage)
}

/** Finds a Python in which a module is installed, which is usually the system's own. */
export function findPythonWith(module: string, debianPackage: string): Program {
  const has = (path: string) => spawnSync(path, ['-c', `import ${module}`]).status === 0
  return report(listPrograms('python3').find(has), `Python with ${module}`, debianPackage)
}

/** Returns the paths of the installed programs with this name. */
export function listPrograms(name: string): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).filter(isExecutable)
}

function report(path: string | undefined, name: string, debianPackage: string): Program {
  if (path) return { path, reason: '' }
  const reason = `${name} is not installed (Debian: apt-get install ${debianPackage})`
  if (process.env.CI === 'true') throw new Error(reason)
  process.stderr.write(`${reason}; the tests that need it are skipped.\n`)
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
