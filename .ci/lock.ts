/**
 * Checks package-lock.json for problems that `npm ci` would show only on another machine: a missing optional package for another
 * platform, the address of a registry, an install script that package.json neither allows nor denies, or a version that is not
 * pinned.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCheck } from './run-check.ts'

interface LockEntry {
  optionalDependencies?: Record<string, string>
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}

type Lock = Record<string, LockEntry>

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

/** Returns every problem of the lock file at `root`, one line each. */
export function checkLock(root: string): string[] {
  const { packages } = read<{ packages: Lock }>(root, 'package-lock.json')
  const manifest = read<Manifest>(root, 'package.json')
  const entries = Object.entries(packages)
  return [
    ...entries.flatMap(([path, entry]) => listMissing(packages, path, entry)),
    ...entries
      .filter(([, { resolved, link }]) => resolved && !link)
      .map(([path]) => `${path} contains a registry address`),
    ...entries
      .filter(([path, entry]) => isUndecided(manifest, path, entry))
      .map(([path]) => `${path} has an install script: decide in allowScripts`),
    ...listUnpinned(manifest),
  ]
}

function read<T>(root: string, file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T
}

function listMissing(packages: Lock, path: string, { optionalDependencies = {} }: LockEntry): string[] {
  return Object.keys(optionalDependencies)
    .filter((name) => !isLocked(packages, path, name))
    .map((name) => `${name}, an optional package of ${path || 'package.json'}, has no entry`)
}

/**
 * Returns whether the lock file contains a package, searching as Node does: first in the node_modules of the importing package,
 * then in those of its parents.
 */
function isLocked(packages: Lock, from: string, name: string): boolean {
  const entry = from ? `${from}/node_modules/${name}` : `node_modules/${name}`
  if (packages[entry]) return true
  return (
    from !== '' && isLocked(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
  )
}

function isUndecided(
  { allowScripts = {} }: Manifest,
  path: string,
  { hasInstallScript }: LockEntry,
): boolean {
  return hasInstallScript === true && !((path.split('node_modules/').at(-1) ?? '') in allowScripts)
}

function listUnpinned({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned (${version})`)
}

runCheck(import.meta.url, checkLock, '.ci/lock.ts')
