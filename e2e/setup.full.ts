/**
 * The operator's page from nothing to a running installation, and what follows: another answer, a backup, a lost machine, a restore, the next
 * release and the way back.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { secondsSince } from '../scripts/console.mjs'
import { readVariables } from '../scripts/setup/variables-file.ts'
import { installHost } from './installed-host.ts'
import type { InstalledHost } from './installed-host.ts'
import { programs } from './postgres-cluster.ts'
import { fetchJson } from './program.ts'
import { hasRedisServer } from './redis-server.ts'
import { payTip } from './tip-requests.ts'

const folder = setUpFolder('brimful-host-')
const canInstall = programs !== undefined && hasRedisServer()

test.skipIf(!canInstall)(
  'four answers end with a site that answers and an admin who can log in; another answer changes that alone',
  async () => {
    await using host = await installHost(folder.path)
    const { brimful, options, site, file } = host
    const { SMTP_URL, STRIPE_SECRET_KEY } = host.sandbox.env

    const nobody = await brimful(['start'])
    expect(nobody).toEqual({ code: 1, output: `${file} is missing: run "brimful setup".\n` })
    const first = await brimful(
      ['setup', ...options],
      [site, 'Mira mira@brimful-tips.net gbp', SMTP_URL!, STRIPE_SECRET_KEY!],
    )
    expect(first.output).toContain(`Brimful runs at ${site}. What comes next:`)
    const password = passwordIn(first.output)
    expect(await logIn(site, password)).toBe(200)

    const before = readVariables(file)
    const second = await brimful(['setup', ...options], ['', 'mira help@brimful-tips.net gbp', '', ''])
    expect(second.output).toContain(`Brimful runs at ${site}.`)
    expect(second.output).not.toContain('can log in with')
    expect(readVariables(file)).toEqual({
      ...before,
      SUPPORT_EMAIL: 'help@brimful-tips.net',
      FIRST_ADMIN: 'mira help@brimful-tips.net gbp',
    })
    expect(await logIn(site, password)).toBe(200)
    const doctor = await brimful(['doctor'])
    expect(doctor.code).toBe(0)
    const printed = [first.output, doctor.output].join('\n').replaceAll(site, 'https://tips.brimful-tips.net')
    for (const line of listShown()) expect(printed).toContain(line)
  },
)

test.skipIf(!canInstall)(
  'a lost machine comes back with every tip that was archived; the next release runs, and the one before runs again',
  async () => {
    await using host = await installHost(folder.path)
    const { site, cluster } = host
    const step = openSteps(host)
    const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = host.sandbox.env
    const answers = [site, 'Mira mira@brimful-tips.net gbp', 'later', `${id} ${secret}`]
    const { output } = await step('install', ['setup', ...host.options], answers)
    const password = passwordIn(output)
    const tip = await openTips(host)

    expect((await step('doctor', ['doctor'])).output).toContain('There is no backup yet')
    await step('switch backups on', ['backup', 'on'])
    await tip('Backed up')
    await step('back up', ['backup'])
    await tip('Archived')
    expect((await step('doctor', ['doctor'])).output).toContain('The newest backup is 0 hours old.')

    const wal = await cluster.query('select pg_walfile_name(pg_switch_wal())')
    await expect.poll(() => existsSync(join(folder.path, 'backups/wal', `${wal}.zst`))).toBe(true)
    await cluster.beginAnew()
    rmSync(join(folder.path, 'storage'), { recursive: true })
    await step('restore', ['restore'])
    expect(await tip.names()).toEqual(['Backed up', 'Archived'])
    expect(await logIn(site, password)).toBe(200)

    const archive = packNext(host)
    await step('upgrade', ['upgrade', archive])
    expect(realpathSync(join(host.opt, 'brimful'))).toBe(join(host.opt, 'brimful-second'))
    await tip('After the upgrade')
    execFileSync('ln', ['-sfn', join(host.opt, 'brimful-first'), join(host.opt, 'brimful')])
    await step('back', ['start'])
    await tip('After the way back')
    expect(await tip.names()).toEqual(['Backed up', 'Archived', 'After the upgrade', 'After the way back'])
  },
)

/** Returns a function that runs `brimful`, expects that it succeeds, and prints how long it took. */
function openSteps({ brimful }: InstalledHost) {
  return async (name: string, words: readonly string[], lines: readonly string[] = []) => {
    const startedAt = Date.now()
    const { code, output } = await brimful(words, lines)
    console.log(`e2e/setup: ${name} ${secondsSince(startedAt)}`)
    expect({ code, output }).toMatchObject({ code: 0 })
    return { output }
  }
}

/** Returns a function that gives the creator a tip, and lists the names of all that were given. */
async function openTips({ site, sandbox, cluster }: InstalledHost) {
  const control = <T = unknown>(path: string, body?: unknown) => fetchJson<T>(sandbox.url + path, body)
  const uid = await cluster.query("select uid from account where user_name = 'mira'", 'brimful')
  await expect.poll(() => cluster.query('select count(*) from payout_account', 'brimful')).not.toBe('0')
  const give = (name: string) =>
    payTip({ url: site, control }, { uid, goaluuid: '' }, { name, isGeneral: true })
  const names = async () =>
    (await cluster.query('select supporter_name from tip order by captured_at', 'brimful')).split('\n')
  return Object.assign(give, { names })
}

/** Packs the release of the host as one of another version, with its checksum. */
function packNext({ opt }: InstalledHost): string {
  const next = join(folder.path, 'next')
  cpSync(join(opt, 'brimful-first'), join(next, 'brimful-second'), { recursive: true })
  const archive = 'brimful-second-linux-x64.tar.gz'
  execFileSync('tar', ['-czf', archive, 'brimful-second'], { cwd: next })
  execFileSync('sh', ['-c', `sha256sum ${archive} >${archive}.sha256`], { cwd: next })
  return join(next, archive)
}

function passwordIn(output: string): string {
  return /mira can log in with mira@brimful-tips\.net and this password.*: (\S+)$/m.exec(output)![1]!
}

/** Lists the lines of output that the operator's page shows of setup and the doctor, up to what an answer or a secret fills in. */
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
