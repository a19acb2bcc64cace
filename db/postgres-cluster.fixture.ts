/** Runs Postgres servers of a test's own: a primary, and a streaming replica of it. */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { borrowAccount } from './embedded/account.ts'
import { findTestPort } from './test-port.fixture.ts'

const run = promisify(execFile)
const root = '/usr/lib/postgresql'
const programs = (existsSync(root) ? readdirSync(root) : [])
  .map((version) => join(root, version, 'bin'))
  .findLast((bin) => ['initdb', 'pg_basebackup', 'pg_ctl'].every((name) => existsSync(join(bin, name))))

/** Whether this machine has the programs. Without them, `CI=true` fails and other runs skip the tests. */
export const hasPostgresPrograms = programs !== undefined
if (!programs && process.env.CI === 'true')
  throw new Error(`There is no Postgres with pg_basebackup below ${root}: CI needs one.`)
if (!programs) console.log(`skipped, because there is no Postgres with pg_basebackup below ${root}`)

/** Starts an empty primary in a temporary folder. */
export async function startPrimary() {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-postgres-'))
  chmodSync(folder, 0o755)
  const account = borrowAccount()
  const as = {
    env: { LC_ALL: 'C', PATH: `${programs}:${process.env.PATH}` },
    cwd: '/',
    ...(account && { uid: account.uid, gid: account.gid }),
  }
  const exec = (file: string, ...args: string[]) => run(file, args, as)
  const running: string[] = []

  function openFolder(name: string): string {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }

  /** Starts what is in a folder on a free port; returns its address. */
  async function start(data: string): Promise<string> {
    const port = await findTestPort()
    const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
    await exec('pg_ctl', '-D', data, '-s', '-w', '-l', join(data, 'log'), '-o', settings, 'start')
    running.push(data)
    return `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  const stop = (data: string) =>
    exec('pg_ctl', '-D', data, '-s', '-w', '-m', 'immediate', 'stop').catch(() => {})

  const primary = openFolder('primary')
  await exec('initdb', '-D', primary, '-U', 'postgres', '-A', 'trust', '--no-sync')
  const url = await start(primary)
  return {
    url,
    /** Starts a replica that streams from the primary; `stop` ends it as a power cut does. */
    async startReplica() {
      const data = openFolder('replica')
      await exec('pg_basebackup', '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', url)
      return { url: await start(data), stop: () => stop(data) }
    },
    async [Symbol.asyncDispose]() {
      for (const data of running.toReversed()) await stop(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
