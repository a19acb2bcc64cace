/**
 * Checks package-lock.json for problems that `npm ci` would show only on another machine: a missing optional package for another
 * platform, the address of a registry, or a version that is not pinned; and that no release of npm runs packages' install scripts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCheck } from './run-check.ts'

interface LockEntry {
  optionalDependencies?: Record<string, string>
  resolved?: string
  link?: boolean
}

type Lock = Record<string, LockEntry>

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
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
    ...listUnpinned(manifest),
    ...(ignoresScripts(root) ? [] : ['.npmrc does not say ignore-scripts=true']),
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

/**
 * Returns whether npm skips install scripts, which no package here needs. Every release of npm obeys this setting; `allowScripts` of
 * package.json is unknown to npm 10, which ran a script that it denied. https://docs.npmjs.com/cli/v10/using-npm/config#ignore-scripts
 */
function ignoresScripts(root: string): boolean {
  return /^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8'))
}

function listUnpinned({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned (${version})`)
}

runCheck(import.meta.url, checkLock, '.ci/lock.ts')
