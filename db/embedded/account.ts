/** Finds an unprivileged account to run Postgres, which refuses to run as root. Nearly every system has `postgres` or `nobody`. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { SetupError } from '../setup-error.ts'

export interface Account {
  name: string
  uid: number
  gid: number
}

const lendable = ['postgres', 'nobody']

/** Returns the account to run Postgres under; undefined if we do not run as root. Throws SetupError if the system has none. */
export function borrowAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseAccount)
  const account = lendable.map((name) => accounts.find((one) => one.name === name)).find(Boolean)
  if (account) return account
  throw new SetupError(
    'Postgres does not run as root and there is no account "postgres" or "nobody" to run it under: start Brimful as another user or set DATABASE_URL.',
  )
}

/** Returns whether `account` can enter `path` and every folder above it. Access control lists are ignored. */
export function canReach(account: Account, path: string): boolean {
  for (let at = realpathSync(path); ; at = dirname(at)) {
    if (!mayEnter(account, at)) return false
    if (at === dirname(at)) return true
  }
}

function parseAccount(line: string): Account {
  const [name = '', , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}

function mayEnter(account: Account, path: string): boolean {
  const { mode, uid, gid } = statSync(path)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
