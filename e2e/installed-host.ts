/**
 * A host for docs/operator.md with systemd: with a Postgres, a Redis and a Caddy of its own, the stand-ins in the place of the providers, and a
 * program in the place of systemctl that runs the real units.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { isPortFree } from '../db/is-port-free.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { standInNames } from '../domain/config/environment.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { findOnPath } from '../scripts/find-on-path.ts'
import { runWithLines } from '../scripts/process.fixture.ts'
import { installCaddy, openRelay } from './caddy.ts'
import { startCluster } from './postgres-cluster.ts'
import { startRedisServer } from './redis-server.ts'

export type InstalledHost = Awaited<ReturnType<typeof installHost>>

/** Gives an empty folder the services that Debian would, and two releases to download. `await using` ends what runs. */
export async function installHost(folder: string) {
  const names = ['etc', 'bin', 'opt', 'downloads']
  const [etc = '', bin = '', opt = '', downloads = ''] = names.map((name) => join(folder, name))
  for (const path of [etc, bin, opt, downloads, join(etc, 'services'), join(etc, 'caddy')]) mkdirSync(path)
  chmodSync(folder, 0o755)
  packReleases(downloads)
  const cluster = await startCluster()
  const sandbox = await openSandbox()
  const redis = await startRedisServer()
  writePrograms(etc, bin, cluster.service)
  const front = await openFront(etc, bin)
  const env = {
    ...Object.fromEntries(standInNames.map((name) => [name, sandbox.env[name]])),
    ...cluster.as.env,
    PGPORT: '1', // where nothing is: the port is that of the installation's own variables
    PATH: `${bin}:${process.env.PATH}`,
    NODE_ENV: 'development',
    BRIMFUL_WAY: 'systemd',
    BRIMFUL_ETC: etc,
    BRIMFUL_LINK: join(opt, 'brimful'),
    BRIMFUL_SERVERS: String(await findUnitPort()),
    BRIMFUL_WORKERS: String(1 + Math.floor(Math.random() * 9)),
  }
  const postgres = cluster.urlOf('postgres').replace(/brimful$/, 'postgres')
  const places = ['--postgres', postgres, '--redis', redis.url, '--storage', join(folder, 'storage')]
  const options = ['--own-ca', ...places, '--backups', join(folder, 'backups')].join(' ')
  const ofHost = (command: string) =>
    command
      .replaceAll('/opt', opt)
      .replaceAll('/usr/local/bin', bin)
      .replaceAll('brimful-0.2.0', 'brimful-first')
      .replaceAll('brimful-0.3.0', 'brimful-second')
      .replaceAll('https://tips.brimful-tips.net', front.site)
      .replace(/^brimful setup/, `brimful setup ${options}`)
  return {
    /** The public address, which is Caddy's. */
    site: front.site,
    /** An address that passes on to it, for whom does not trust its CA. */
    url: front.url,
    /** The file of variables. */
    file: join(etc, 'brimful.env'),
    opt,
    cluster,
    sandbox,
    /**
     * Runs a command as docs/operator.md has it, with this host's folders and address in it, and what setup needs to know because its services are not
     * those of Debian. `lines` go to stdin. Resolves with the exit code and what it has printed.
     */
    run: (command: string, lines: readonly string[] = []) =>
      runWithLines(['sh', '-c', `cd ${downloads} && ${ofHost(command)}`], lines, env),
    async [Symbol.asyncDispose]() {
      await front.close()
      killUnits(etc)
      await redis.kill()
      await sandbox[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

/** Writes what takes the place of the host's own programs. The account brimful is there, and its files belong to who runs the tests. */
function writePrograms(etc: string, bin: string, postgres: string): void {
  const notOurs = 'case "$*" in *brimful\\ *) ;; *) exec /bin/chown "$@" ;; esac'
  const programs = {
    [join(etc, 'services/postgresql')]: postgres,
    [join(bin, 'id')]: '#!/bin/sh\n[ "$1" != -u ] || exec /usr/bin/id -u\n',
    [join(bin, 'useradd')]: '#!/bin/sh\n',
    [join(bin, 'chown')]: `#!/bin/sh\n${notOurs}\n`,
  }
  for (const [path, text] of Object.entries(programs)) writeFileSync(path, text, { mode: 0o755 })
  symlinkSync(resolve('e2e/systemctl.fixture.mjs'), join(bin, 'systemctl'))
}

/** Puts a Caddy on the host, as Debian's package leaves it. */
async function openFront(etc: string, bin: string) {
  const caddy = installCaddy(findOnPath('caddy')!, etc, await findTestPort())
  writeFileSync(join(etc, 'services/caddy'), caddy.service, { mode: 0o755 })
  writeFileSync(join(bin, 'caddy'), caddy.command, { mode: 0o755 })
  writeFileSync(join(etc, 'caddy/Caddyfile'), exampleOfDebian)
  const site = `https://localhost:${await findTestPort()}`
  const relay = await openRelay(site, caddy.certificates)
  return {
    site,
    url: relay.url,
    async close() {
      if (existsSync(caddy.pidFile)) process.kill(Number(readFileSync(caddy.pidFile, 'utf8')), 'SIGKILL')
      await relay[Symbol.asyncDispose]()
    },
  }
}

/** Ends what the units have started. */
function killUnits(etc: string): void {
  const pids = join(etc, 'pids')
  const names = existsSync(pids) ? readdirSync(pids).filter((name) => !name.endsWith('.log')) : []
  const running = names.map((name) => Number(readFileSync(join(pids, name), 'utf8')))
  for (const pid of running) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
}

/** What Debian's package of Caddy serves until somebody changes it. */
const exampleOfDebian = `# The Caddyfile is an easy way to configure your Caddy web server.
:80 {
	root * /usr/share/caddy
	file_server
	# reverse_proxy localhost:8080
}
`

/** Packs the release of this checkout, and the same files as the next one, each with its checksum. */
function packReleases(folder: string): void {
  const release = join(folder, 'brimful-first')
  execFileSync(process.execPath, ['scripts/release.mjs', '--folder', release], { stdio: 'pipe' })
  for (const [name, rename] of [
    ['brimful-first', []],
    ['brimful-second', ['--transform', 's/^brimful-first/brimful-second/']],
  ] as const) {
    const archive = `${name}-linux-x64.tar.gz`
    execFileSync('tar', [...rename, '-czf', archive, 'brimful-first'], { cwd: folder })
    execFileSync('sh', ['-c', `sha256sum ${archive} >${archive}.sha256`], { cwd: folder })
  }
  rmSync(release, { recursive: true })
}

/** A server's name is its port, and 1 before it its inner port: so it has four digits. */
async function findUnitPort(): Promise<number> {
  const first = 4000 + Math.floor(Math.random() * 5000)
  for (let port = first; ; port++)
    if ((await isPortFree('127.0.0.1', port)) && (await isPortFree('127.0.0.1', 10_000 + port))) return port
}
