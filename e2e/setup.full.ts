/**
 * `brimful setup` from nothing to a running installation, by its answers alone: a Postgres and a Redis of its own, the stand-ins in the
 * place of the providers, and a program in the place of systemctl that runs the real units.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isPortFree } from '../db/is-port-free.ts'
import { standInNames } from '../domain/config/environment.ts'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { runWithLines } from '../scripts/process.fixture.ts'
import { readVariables } from '../scripts/setup/variables-file.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { programs, startCluster } from './postgres-cluster.ts'
import { hasRedisServer, startRedisServer } from './redis-server.ts'

const folder = setUpFolder('brimful-host-')
const etc = () => join(folder.path, 'etc')

afterEach(() => {
  const pids = join(etc(), 'pids')
  const names = existsSync(pids) ? readdirSync(pids).filter((name) => !name.endsWith('.log')) : []
  for (const name of names) process.kill(Number(readFileSync(join(pids, name), 'utf8')), 'SIGKILL')
})

/** A server's name is its port, and 1 before it its inner port: so it has four digits. */
async function findUnitPort(): Promise<number> {
  const first = 4000 + Math.floor(Math.random() * 5000)
  for (let port = first; ; port++)
    if ((await isPortFree('127.0.0.1', port)) && (await isPortFree('127.0.0.1', 10_000 + port))) return port
}

test.skipIf(!programs || !hasRedisServer())(
  'four answers end with a site that answers and an admin who can log in; another answer changes that alone',
  async () => {
    await using cluster = await startCluster()
    await using sandbox = await openSandbox()
    const redis = await startRedisServer()
    const port = await findUnitPort()
    const site = `http://127.0.0.1:${port}`
    for (const name of ['etc', 'bin']) mkdirSync(join(folder.path, name))
    for (const name of ['id', 'useradd', 'chown'])
      writeFileSync(join(folder.path, 'bin', name), '#!/bin/sh\n', { mode: 0o755 })
    symlinkSync(resolve('e2e/systemctl.fixture.mjs'), join(folder.path, 'bin/systemctl'))
    const env = {
      ...Object.fromEntries(standInNames.map((name) => [name, sandbox.env[name]])),
      PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
      NODE_ENV: 'development',
      BRIMFUL_WAY: 'systemd',
      BRIMFUL_ETC: etc(),
      BRIMFUL_SERVERS: String(port),
      BRIMFUL_WORKERS: String(1 + Math.floor(Math.random() * 9)),
    }
    const postgres = cluster.urlOf('postgres').replace(/brimful$/, 'postgres')
    const storage = join(folder.path, 'storage')
    const options = ['--postgres', postgres, '--redis', redis.url, '--storage', storage]
    const brimful = (args: string[], lines: readonly string[] = []) =>
      runWithLines([resolve('deploy/brimful'), ...args], lines, env)
    const { SMTP_URL, STRIPE_SECRET_KEY } = sandbox.env

    const first = await brimful(
      ['setup', ...options],
      [site, 'Mira mira@brimful-tips.net gbp', SMTP_URL!, STRIPE_SECRET_KEY!],
    )
    expect(first.output).toContain(`Brimful runs at ${site}. What comes next:`)
    const [, password] = /mira can log in with mira@brimful-tips\.net and this password.*: (\S+)$/m.exec(
      first.output,
    )!
    expect(await logIn(site, password!)).toBe(200)

    const before = readVariables(join(etc(), 'brimful.env'))
    const second = await brimful(['setup', ...options], ['', 'mira help@brimful-tips.net gbp', '', ''])
    expect(second.output).toContain(`Brimful runs at ${site}.`)
    expect(second.output).not.toContain('can log in with')
    expect(readVariables(join(etc(), 'brimful.env'))).toEqual({
      ...before,
      SUPPORT_EMAIL: 'help@brimful-tips.net',
      FIRST_ADMIN: 'mira help@brimful-tips.net gbp',
    })
    expect(await logIn(site, password!)).toBe(200)
    const doctor = await brimful(['doctor'])
    expect(doctor.code).toBe(0)
    const printed = [first.output, doctor.output].join('\n').replaceAll(site, 'https://tips.brimful-tips.net')
    for (const line of listShown()) expect(printed).toContain(line)
    await redis.kill()
  },
)

/** Lists the lines of output that the operator's page shows, without commands, and up to what an answer or a secret fills in. */
function listShown(): string[] {
  const page = readFileSync('docs/operator.md', 'utf8')
  const blocks = [...page.matchAll(/```console\n([^]*?)```/g)].map(([, block]) => block!)
  const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line && !line.startsWith('$ '))
  return lines
    .map((line) => /^(.*?(?:, like .*?)?: )(?=tips\.|mira mira@b|…)|^.*/.exec(line)!)
    .map(([all, question]) => question ?? all)
}

async function logIn(site: string, password: string): Promise<number> {
  const { status } = await fetch(`${site}/api/v1/account/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ email: 'mira@brimful-tips.net', password }),
  })
  return status
}
