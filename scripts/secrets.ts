/** The secrets of an installation that nobody set up: made once, kept where only we can read them. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Secrets = Record<'SESSION_SECRET' | 'SECRETS_KEY', string>

/** The secrets in `file`, made first when there are none. */
export function keepSecrets(file: string): Secrets {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 }) // Postgres under another account passes through
  const made: Secrets = { SESSION_SECRET: newKey(), SECRETS_KEY: newKey() }
  try {
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  }
}

function newKey(): string {
  return randomBytes(32).toString('hex')
}
