/** The embedded database cluster: its folder, its account and its password. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { borrowAccount, canReach } from './account.ts'
import type { Account } from './account.ts'
import { preparePrograms } from './programs.ts'
import type { Programs } from './programs.ts'
import { findReason } from './reason.ts'
import { SetupError } from '../setup-error.ts'

const run = promisify(execFile)

export interface Cluster {
  /** The folder that contains the data. */
  folder: string
  password: string
  account: Account | undefined
  programs: Programs
  logFile: string
}

/**
 * The contents of the file beside the data folder, which only we can read: the cluster's password and, if the data is stored
 * elsewhere, its `folder`.
 */
interface Notes {
  password: string
  folder?: string
}

/** Opens the cluster of `dataDir`, creating an empty one if there is none. */
export async function openCluster(
  dataDir: string,
  outside: string,
  log: (line: string) => void,
): Promise<Cluster> {
  mkdirSync(dirname(dataDir), { recursive: true })
  const account = borrowAccount()
  const { password, folder = dataDir } = openNotes(dataDir, account, outside)
  const programs = await preparePrograms(account, outside)
  const cluster = { folder, password, account, programs, logFile: `${dataDir}.log` }
  if (!existsSync(folder)) {
    log(`Making an empty database in ${folder}`)
    await makeEmpty(cluster)
  }
  return cluster
}

/** Returns the options that start a program as the cluster's account, in a folder that the account can enter. */
export function asAccount({ account }: Cluster) {
  return { ...(account && { uid: account.uid, gid: account.gid, cwd: '/' }), env: environment() }
}

/** Returns only a few of our environment variables, because Postgres would obey the user's `PGDATA` or `PGPORT`. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TZ = 'UTC' } = process.env
  return { PATH, SystemRoot, TZ, LC_ALL: 'C' }
}

function openNotes(dataDir: string, account: Account | undefined, outside: string): Notes {
  const file = `${dataDir}.json`
  if (!existsSync(file)) {
    if (existsSync(dataDir)) {
      throw new SetupError(
        `${file} with the password of ${dataDir} is missing: put it back, or delete ${dataDir} to begin anew.`,
      )
    }
    writeNotes(file, {
      password: randomBytes(24).toString('base64url'),
      ...chooseFolder(dataDir, account, outside),
    })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Notes
}

/**
 * Chooses a folder for the data that the other account can reach. A private folder of root, such as a checkout under /root, is
 * not reachable.
 */
function chooseFolder(dataDir: string, account: Account | undefined, outside: string): { folder?: string } {
  if (!account || canReach(account, dirname(dataDir))) return {}
  mkdirSync(outside, { recursive: true, mode: 0o755 })
  const home = mkdtempSync(join(outside, 'data-'))
  chmodSync(home, 0o755)
  return { folder: join(home, 'postgres') }
}

function writeNotes(file: string, notes: Notes): void {
  try {
    writeFileSync(file, JSON.stringify(notes), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // another process has created the cluster at the same time; its cluster is used
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the cluster in a temporary folder and renames that folder at the end, so that an interrupted start leaves no incomplete
 * cluster.
 */
async function makeEmpty(cluster: Cluster): Promise<void> {
  const { folder, account, password, programs } = cluster
  const half = `${folder}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = `${half}.password`
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of account ? [half, passwordFile] : []) chownSync(path, account!.uid, account!.gid)
  const safety = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const language = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await run(programs.initdb, ['-D', half, ...safety, ...language], asAccount(cluster))
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(folder)) throw explain(error)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function explain(error: unknown): unknown {
  const { code, stderr = '' } = error as { code?: string | number; stderr?: string }
  if (code === 'ENOENT' || code === 127) {
    return new SetupError(
      'The packaged Postgres does not run on this system (it needs glibc): set DATABASE_URL.',
      { cause: error },
    )
  }
  if (!stderr) return error
  return new SetupError(`An empty database could not be made: ${findReason(stderr)}.`, { cause: error })
}
