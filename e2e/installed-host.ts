/**
 * A host on which a release is installed as docs/operator.md says with systemd: with a Postgres and a Redis of its own, the stand-ins in the
 * place of the providers, and a program in the place of systemctl that runs the real units.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { isPortFree } from '../db/is-port-free.ts'
import { standInNames } from '../domain/config/environment.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { runWithLines } from '../scripts/process.fixture.ts'
import { startCluster } from './postgres-cluster.ts'
import { startRedisServer } from './redis-server.ts'

export type InstalledHost = Awaited<ReturnType<typeof installHost>>

/** Unpacks a release into an empty folder of the host, and gives it the services that Debian would. `await using` ends what runs. */
export async function installHost(folder: string) {
  const [etc, bin, opt] = ['etc', 'bin', 'opt'].map((name) => join(folder, name)) as [string, string, string]
  for (const path of [etc, bin, opt, join(etc, 'services')]) mkdirSync(path)
  chmodSync(folder, 0o755)
  const release = join(opt, 'brimful-first')
  execFileSync(process.execPath, ['scripts/release.mjs', '--folder', release], { stdio: 'pipe' })
  symlinkSync(release, join(opt, 'brimful'))
  const cluster = await startCluster()
  const sandbox = await openSandbox()
  const redis = await startRedisServer()
  writeFileSync(join(etc, 'services/postgresql'), cluster.service, { mode: 0o755 })
  // The account brimful is there, and its files belong to who runs the tests.
  writeFileSync(join(bin, 'id'), '#!/bin/sh\n[ "$1" != -u ] || exec /usr/bin/id -u\n', { mode: 0o755 })
  writeFileSync(join(bin, 'useradd'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(
    join(bin, 'chown'),
    '#!/bin/sh\ncase "$*" in *brimful\\ *) ;; *) exec /bin/chown "$@" ;; esac\n',
    {
      mode: 0o755,
    },
  )
  symlinkSync(resolve('e2e/systemctl.fixture.mjs'), join(bin, 'systemctl'))
  const port = await findUnitPort()
  const env = {
    ...Object.fromEntries(standInNames.map((name) => [name, sandbox.env[name]])),
    ...cluster.as.env,
    PATH: `${bin}:${process.env.PATH}`,
    NODE_ENV: 'development',
    BRIMFUL_WAY: 'systemd',
    BRIMFUL_ETC: etc,
    BRIMFUL_LINK: join(opt, 'brimful'),
    BRIMFUL_SERVERS: String(port),
    BRIMFUL_WORKERS: String(1 + Math.floor(Math.random() * 9)),
  }
  const postgres = cluster.urlOf('postgres').replace(/brimful$/, 'postgres')
  const places = ['--postgres', postgres, '--redis', redis.url, '--storage', join(folder, 'storage')]
  return {
    site: `http://127.0.0.1:${port}`,
    /** The file of variables. */
    file: join(etc, 'brimful.env'),
    opt,
    cluster,
    sandbox,
    /** What setup needs to know of this host, because its services are not those of Debian. */
    options: [...places, '--backups', join(folder, 'backups')],
    /** Runs `brimful` with these words, and lines on stdin; returns its exit code and what it has printed. */
    brimful: (words: readonly string[], lines: readonly string[] = []) =>
      runWithLines([join(opt, 'brimful/deploy/brimful'), ...words], lines, env),
    async [Symbol.asyncDispose]() {
      const pids = join(etc, 'pids')
      const names = existsSync(pids) ? readdirSync(pids).filter((name) => !name.endsWith('.log')) : []
      const running = names.map((name) => Number(readFileSync(join(pids, name), 'utf8')))
      for (const pid of running) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
      await redis.kill()
      await sandbox[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/** A server's name is its port, and 1 before it its inner port: so it has four digits. */
async function findUnitPort(): Promise<number> {
  const first = 4000 + Math.floor(Math.random() * 5000)
  for (let port = first; ; port++)
    if ((await isPortFree('127.0.0.1', port)) && (await isPortFree('127.0.0.1', 10_000 + port))) return port
}
