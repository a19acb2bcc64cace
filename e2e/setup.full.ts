/**
 * Runs the commands of the operator's page from nothing to a running installation, and what follows: another answer, a backup, a drill, a lost
 * machine, a restore, the next release and the way back.
 */
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { secondsSince } from '../scripts/console.mjs'
import { findOnPath } from '../scripts/find-on-path.ts'
import { readVariables } from '../scripts/setup/variables-file.ts'
import { installHost } from './installed-host.ts'
import type { InstalledHost } from './installed-host.ts'
import { commandsFor, listShown } from './operator-page.ts'
import { programs } from './postgres-cluster.ts'
import { fetchJson } from './program.ts'
import { hasRedisServer } from './redis-server.ts'
import { payTip } from './tip-requests.ts'

const folder = setUpFolder('brimful-host-')
const canInstall = programs !== undefined && hasRedisServer() && findOnPath('caddy') !== undefined
if (!canInstall) console.log('e2e/setup: skipped, because there is no Postgres, redis-server or caddy')

test.skipIf(!canInstall)(
  'four answers end with a site that answers and an admin who can log in; another answer changes that alone',
  async () => {
    await using host = await installHost(folder.path)
    const { run, file, site, url } = host
    const { SMTP_URL, STRIPE_SECRET_KEY } = host.sandbox.env
    const [begin, again] = await installUpToSetup(host)

    const nobody = await run('brimful start')
    expect(nobody).toEqual({ code: 1, output: `${file} is missing: run "brimful setup".\n` })
    const first = await run(begin!, [site, 'Mira mira@brimful-tips.net gbp', SMTP_URL!, STRIPE_SECRET_KEY!])
    expect(first.output).toContain(`Brimful runs at ${site}. What comes next:`)
    const password = passwordIn(first.output)
    expect(await logIn(host, password)).toBe(200)

    const before = readVariables(file)
    const second = await run(begin!, ['', 'mira help@brimful-tips.net gbp', '', ''])
    expect(second.output).toContain(`Brimful runs at ${site}.`)
    expect(second.output).not.toContain('can log in with')
    expect(readVariables(file)).toEqual({
      ...before,
      SUPPORT_EMAIL: 'help@brimful-tips.net',
      FIRST_ADMIN: 'mira help@brimful-tips.net gbp',
    })
    expect(await logIn(host, password)).toBe(200)
    const doctor = await run('brimful doctor')
    expect(doctor.code).toBe(0)
    const third = await run(again!)
    expect(third.code).toBe(0)
    expect(readVariables(file)).toMatchObject({ SMTP_URL: '', STRIPE_SECRET_KEY })
    expect((await fetch(url)).status).toBe(200)
    const printed = [first.output, doctor.output].join('\n').replaceAll(site, 'https://tips.brimful-tips.net')
    for (const line of listShown().filter((one) => !isOfDrill(one))) expect(printed).toContain(line)
  },
)

test.skipIf(!canInstall)(
  'a lost machine comes back with every tip that was archived; the next release runs, and the one before runs again',
  async () => {
    await using host = await installHost(folder.path)
    const { url, cluster, opt } = host
    const step = openSteps(host)
    const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = host.sandbox.env
    const [begin] = await installUpToSetup(host)
    const { output } = await step(begin!, [
      host.site,
      'Mira mira@brimful-tips.net gbp',
      '',
      `${id} ${secret}`,
    ])
    const password = passwordIn(output)
    const tip = await openTips(host)

    const [doctor] = commandsFor('Check')
    expect((await step(doctor!)).output).toContain('There is no backup yet')
    const [on, backUp, drill] = commandsFor('Back up')
    await step(on!)
    await tip('Backed up')
    await step(backUp!)
    await tip('Archived')
    expect((await step(doctor!)).output).toMatch(
      /The newest backup is 0 hours old\.[^]*No backup has been restored yet/,
    )
    await archiveAll(host)
    const drilled = await step(drill!)
    expect(drilled.output).toContain('The copy has 2 tips, the newest of ')
    for (const line of listShown().filter(isOfDrill)) expect(drilled.output).toContain(line)
    expect((await step(doctor!)).output).not.toContain('restored')
    expect(await tip.names()).toEqual(['Backed up', 'Archived'])

    await cluster.beginAnew()
    rmSync(join(folder.path, 'storage'), { recursive: true })
    for (const command of commandsFor('Restore')) await step(command)
    expect(await tip.names()).toEqual(['Backed up', 'Archived'])
    expect(await logIn(host, password)).toBe(200)

    const [upgrade, ...back] = commandsFor('Upgrade')
    await step(upgrade!)
    expect(realpathSync(join(opt, 'brimful'))).toBe(join(opt, 'brimful-second'))
    await tip('After the upgrade')
    for (const command of back) await step(command)
    expect(realpathSync(join(opt, 'brimful'))).toBe(join(opt, 'brimful-first'))
    await tip('After the way back')
    expect(await tip.names()).toEqual(['Backed up', 'Archived', 'After the upgrade', 'After the way back'])
    expect((await fetch(url)).status).toBe(200)
  },
)

const isOfDrill = (line: string) => /^The (copy|drill) has /.test(line)

/** Runs the commands of the page before setup; returns those of setup itself. */
async function installUpToSetup(host: InstalledHost): Promise<string[]> {
  const commands = commandsFor('Install')
  const step = openSteps(host)
  const isSetup = (command: string) => command.startsWith('brimful setup')
  for (const command of commands.filter((one) => !isSetup(one))) await step(command)
  return commands.filter(isSetup)
}

/** Returns a function that runs a command, expects that it succeeds, and prints how long it took. */
function openSteps({ run }: InstalledHost) {
  return async (command: string, lines: readonly string[] = []) => {
    const startedAt = Date.now()
    const { code, output } = await run(command, lines)
    console.log(`e2e/setup: ${command} ${secondsSince(startedAt)}`)
    expect({ code, output }).toEqual({ code: 0, output })
    return { output }
  }
}

/** Waits until the WAL so far is in the folder of backups. */
async function archiveAll({ cluster }: InstalledHost): Promise<void> {
  const wal = await cluster.query('select pg_walfile_name(pg_switch_wal())')
  await expect.poll(() => existsSync(join(folder.path, 'backups/wal', `${wal}.zst`))).toBe(true)
}

/** Returns a function that gives the creator a tip, and lists the names of all that were given. */
async function openTips({ url, sandbox, cluster }: InstalledHost) {
  const control = <T = unknown>(path: string, body?: unknown) => fetchJson<T>(sandbox.url + path, body)
  const uid = await cluster.query("select uid from account where user_name = 'mira'", 'brimful')
  await expect.poll(() => cluster.query('select count(*) from payout_account', 'brimful')).not.toBe('0')
  const give = (name: string) => payTip({ url, control }, { uid, goaluuid: '' }, { name, isGeneral: true })
  const names = async () =>
    (await cluster.query('select supporter_name from tip order by captured_at', 'brimful')).split('\n')
  return Object.assign(give, { names })
}

function passwordIn(output: string): string {
  return /mira can log in with mira@brimful-tips\.net and this password.*: (\S+)$/m.exec(output)![1]!
}

async function logIn({ site, url }: InstalledHost, password: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/account/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ email: 'mira@brimful-tips.net', password }),
  })
  return status
}
