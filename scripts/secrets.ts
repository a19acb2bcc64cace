/** The secrets of an installation that nobody has configured. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Secrets = Record<'SESSION_SECRET' | 'SECRETS_KEY', string>

/** Reads the secrets from `file`, which only its owner may read. The first call generates them. */
export function loadSecrets(file: string): Secrets {
  // Postgres may run as another user, who must be able to enter the folder
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  const generated: Secrets = { SESSION_SECRET: newKey(), SECRETS_KEY: newKey() }
  try {
    writeFileSync(file, JSON.stringify(generated), { mode: 0o600, flag: 'wx' })
    return generated
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  }
}

function newKey(): string {
  return randomBytes(32).toString('hex')
}
