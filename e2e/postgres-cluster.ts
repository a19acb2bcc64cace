/** Starts a Postgres of the system's programs, with everything in one temporary folder, for tests of backups. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { borrowAccount } from '../db/embedded/account.ts'
import { findTestPort } from '../db/test-port.fixture.ts'

const root = '/usr/lib/postgresql'
const needed = ['pg_basebackup', 'pg_verifybackup', 'pg_dump', 'psql', 'initdb']

/** The folder of the newest Postgres with all programs that backups need; undefined where there is none, except in CI. */
export const programs = (existsSync(root) ? readdirSync(root) : [])
  .map((version) => join(root, version, 'bin'))
  .findLast((bin) => needed.every((name) => existsSync(join(bin, name))))
if (!programs && process.env.CI === 'true')
  throw new Error(`There is no Postgres with pg_basebackup below ${root}: CI needs one.`)

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Starts a Postgres with an empty folder `backup` beside its data. Everybody on this machine may connect. `settingsOf` adds options of
 * the server for a backup folder.
 */
export async function startCluster(settingsOf: (backup: string) => string = () => '') {
  const account = borrowAccount()
  const { folder, data, backup, conf } = makeFolders(account)
  const port = await findTestPort()
  const env: NodeJS.ProcessEnv = {
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    LC_ALL: 'C',
  }
  const as = { env, cwd: '/', ...(account && { uid: account.uid, gid: account.gid }) }
  const exec = openExec(as)
  const control = (...args: string[]) => exec('pg_ctl', ['-D', data, '-s', '-w', ...args])
  const settings = `${placesOf(conf, port)} ${settingsOf(backup)}`
  const start = () => control('-l', join(folder, 'log'), '-o', settings, 'start')

  const initialize = () => exec('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'])
  const loseData = async () => {
    await control('-m', 'immediate', 'stop')
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
  }

  await initialize()
  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'])
    renameSync(join(data, name), join(conf, name))
  await start()
  return {
    folder,
    data,
    backup,
    /** Runs a program as the account of Postgres; resolves with what it prints. */
    exec,
    /** The account and the variables of `exec`, for programs that go on running. */
    as,
    start,
    /** A script that does with it what `systemctl start`, `stop` or `restart`, its argument, does with a service. */
    service: toService(`-D ${data} -s -w -m fast -l ${folder}/log -o '${settings}'`, account?.name),
    /** The id of its first process, while it runs. */
    pid: () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8')),
    /** Runs a statement as a superuser; resolves with the values of its rows. */
    query: (text: string, database = 'postgres') => exec('psql', ['-d', database, '-XAtc', text]),
    urlOf: (role: string) => `postgres://${role}@127.0.0.1:${port}/brimful`,
    /** Ends Postgres as a power cut does, and deletes its data. */
    loseData,
    /** Loses the data and starts an empty Postgres, as on a new machine. */
    async beginAnew() {
      await loseData()
      await initialize()
      await start()
    },
    async [Symbol.asyncDispose]() {
      await control('-m', 'immediate', 'stop').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the options of Postgres by which it listens on a port, and has the files of its settings outside the data folder, as at Debian. */
function placesOf(conf: string, port: number): string {
  const files = { config_file: 'postgresql.conf', hba_file: 'pg_hba.conf', ident_file: 'pg_ident.conf' }
  const named = Object.entries(files).map(([name, file]) => `-c ${name}=${conf}/${file}`)
  return [...named, `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`].join(' ')
}

function toService(options: string, account: string | undefined): string {
  const as = account ? `runuser -u ${account} -- ` : ''
  return `#!/bin/sh\nexec ${as}${programs}/pg_ctl ${options} "$1"\n`
}

/** Makes the folders of a cluster, which belong to its account. */
function makeFolders(account: ReturnType<typeof borrowAccount>) {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-cluster-'))
  chmodSync(folder, 0o755)
  const folders = {
    folder,
    data: join(folder, 'data'),
    backup: join(folder, 'backup'),
    conf: join(folder, 'conf'),
  }
  for (const own of [...Object.values(folders), join(folders.backup, 'wal')]) {
    mkdirSync(own, { recursive: true })
    if (account) chownSync(own, account.uid, account.gid)
  }
  return folders
}

function openExec(as: { env: NodeJS.ProcessEnv; cwd: string; uid?: number; gid?: number }) {
  return (file: string, args: string[], { input = '', own = {} } = {}) =>
    new Promise<string>((resolve, reject) => {
      const child = execFile(file, args, { ...as, env: { ...as.env, ...own } }, (error, stdout, stderr) =>
        error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout.trim()),
      )
      // A program may end before it has read its input: its exit code says what came of it.
      child.stdin?.on('error', () => {}).end(input)
    })
}
