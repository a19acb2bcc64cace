import { createServer } from 'node:https'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../db/builders.fixture.ts'
import { createTestDb } from '../db/database.fixture.ts'
import type { TestDb } from '../db/database.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { examine } from '../domain/doctor/examine.ts'
import type { ExamineOptions } from '../domain/doctor/examine.ts'
import { openHiding } from '../domain/doctor/hide-secrets.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { checkSecretsKey } from '../domain/start/check-secrets-key.ts'
import { endpointTypes, walletType } from '../domain/payments/stripe/webhook-events.ts'
import { soloSettings } from '../e2e/modes.ts'
import { hasRedisServer, startRedisServer } from '../e2e/redis-server.ts'
import { makeCertificate } from '../sandbox/paypal/certificate.ts'
import { control, openSandbox, read } from '../sandbox/sandbox.fixture.ts'
import { startTestApp } from '../server/app.fixture.ts'
import { listen } from '../server/listen.fixture.ts'

type Sandbox = Awaited<ReturnType<typeof openSandbox>>

const folder = mkdtempSync(join(tmpdir(), 'brimful-doctor-'))
let db: TestDb
let sandbox: Sandbox
let site: Awaited<ReturnType<typeof startTestApp>>

beforeAll(async () => {
  db = await createTestDb()
  sandbox = await openSandbox()
  site = await startTestApp()
  await setWebhooks(site.url)
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await sandbox?.[Symbol.asyncDispose]()
  await db?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

async function setWebhooks(url: string, on = sandbox): Promise<void> {
  for (const provider of ['paypal', 'stripe'])
    await control(on, `/${provider}/control/webhook-url`, { url: `${url}/api/v1/${provider}/webhook` })
}

function environment(changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...sandbox.env,
    DATABASE_URL: db.url,
    MIGRATION_DATABASE_URL: db.ownerUrl,
    PUBLIC_URL: site.url,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    STORAGE_URL: `file:${folder}`,
    BACKUP_FOLDER: backups(3),
    ...changes,
  }
}

/** Makes a folder with one backup that began that many hours ago, and was restored as a drill then; returns its path. */
function backups(hours: number): string {
  const name = new Date(Date.now() - hours * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const path = join(folder, `backups-${hours}`)
  mkdirSync(join(path, 'base', name), { recursive: true })
  writeFileSync(join(path, `drilled-${name}`), '')
  return path
}

/** Examines an installation with these changes; returns the lines that are not `ok` or `off`, by subject. */
async function findFaults(changes: NodeJS.ProcessEnv = {}, options: ExamineOptions = {}) {
  const lines = await examine(environment(changes), options)
  const bad = lines.filter(({ kind }) => kind === 'fault' || kind === 'warning')
  return bad.map(({ kind, subject, text }) => `${kind} ${subject}: ${text}`)
}

test('a sound installation has one line for each check, all ok, and sends no email', async () => {
  const lines = await examine(environment())

  expect(lines.filter(({ kind }) => kind !== 'ok')).toEqual([])
  expect(lines.map(({ subject }) => subject)).toEqual([
    'configuration',
    'node',
    'postgres',
    'migrations',
    'storage',
    'backup',
    'paypal',
    'stripe',
    'youtube',
    'twitch',
    'google',
    'chats',
    'speech',
    'site',
    'mail',
    'push',
    'clock',
  ])
  expect(await read(sandbox, '/mail/messages?to=ops@example.com')).toEqual([])
})

test('an email is sent to the address that was asked for', async () => {
  await examine(environment(), { mailTo: 'ops@example.com' })

  expect(await read(sandbox, '/mail/messages?to=ops@example.com')).toHaveLength(1)
})

test('wrong keys are one fault each, and no line has a secret', async () => {
  const wrong = {
    STRIPE_SECRET_KEY: 'sk_test_wrongwrongwrong',
    PAYPAL_CLIENT_SECRET: 'wrong-paypal-secret',
    TWITCH_CLIENT_SECRET: 'wrong-twitch-secret',
    GOOGLE_CLIENT_SECRET: 'wrong-google-secret',
    SPEECH_API_KEY: 'wrong-speech-key',
    SMTP_URL: 'smtp://someone:wrong-mail-password@127.0.0.1:1',
    DATABASE_URL: db.url.replace(/\/\/[^@]+@/, '//nobody_here:wrong-database-password@'),
  }
  const faults = await findFaults(wrong)

  const subjects = ['paypal', 'stripe', 'twitch', 'google', 'speech', 'mail', 'postgres']
  for (const subject of subjects) expect(faults.join('\n')).toContain(`fault ${subject}: `)
  expect(faults).toContain(
    'fault stripe: STRIPE_SECRET_KEY is refused: copy it from the provider’s dashboard again.',
  )
  for (const secret of [
    ...Object.values(wrong).slice(0, 4),
    'wrong-mail-password',
    'wrong-database-password',
  ])
    expect(faults.join('\n')).not.toContain(secret)
})

test('a Postgres that is away, or that refuses a password, is one fault, and what needs it is not checked', async () => {
  const away = 'postgres://brimful:secret@127.0.0.1:1/brimful'
  const refused = db.url.replace(/\/\/[^@]+@/, '//nobody_here:wrong@')
  for (const url of [away, refused]) {
    const found = await findFaults({ DATABASE_URL: url, PUBLIC_URL: 'https://brimful.invalid' })

    const ofSite = /^\w+ (site|paypal|stripe): /
    expect(found.filter((line) => !ofSite.test(line))).toEqual([
      expect.stringMatching(/^fault postgres: (Postgres does not respond|DATABASE_URL names the role)/),
      ...['youtube', 'twitch', 'chats', 'speech'].map(
        (subject) => `warning ${subject}: Not checked, because it needs Postgres.`,
      ),
      'warning clock: The clock of Postgres could not be read: see the other lines.',
    ])
  }
})

test('a service that does not respond is named with what stopped the call', async () => {
  const nowhere = `http://127.0.0.1:${await findTestPort()}`
  const urls = [
    'TWITCH_API_URL',
    'TWITCH_AUTH_URL',
    'GOOGLE_TOKEN_URL',
    'GOOGLE_ISSUER_URL',
    'SPEECH_API_URL',
  ]

  const found = await findFaults(Object.fromEntries(urls.map((name) => [name, nowhere])))

  const text = 'There is no response (ECONNREFUSED): look at the network between, and run this again later.'
  expect(found).toEqual(
    ['youtube', 'twitch', 'google', 'speech'].map((subject) => `fault ${subject}: ${text}`),
  )
})

test('a secret that somebody else’s error quotes is not printed', () => {
  const hide = openHiding({
    STRIPE_SECRET_KEY: 'quoted-stripe-key',
    DATABASE_URL: 'postgres://brimful:pass%2Fword@db/brimful',
    LOG_LEVEL: 'silent',
  })

  expect(hide('no key quoted-stripe-key; pass/word at postgres://brimful:pass%2Fword@db; silent')).toBe(
    'no key …; … at postgres://…db; silent',
  )
})

test('webhooks that go elsewhere, lack types or have another id are named', async () => {
  await using own = await openSandbox()
  const env = own.env
  const none = await findFaults(env)
  await setWebhooks('http://127.0.0.1:9', own)
  const elsewhere = await findFaults(env)
  await setWebhooks(site.url, own)
  const otherId = await findFaults({ ...env, PAYPAL_WEBHOOK_ID: '0NOTHERE00000000X' })
  const url = `${site.url}/api/v1/stripe/webhook`
  await control(own, '/stripe/control/webhook-url', {
    url,
    events: [...endpointTypes(true).slice(1), walletType],
  })
  const lacking = await findFaults(env)

  expect(none.map((line) => line.split(':')[0])).toEqual(['fault paypal', 'fault stripe', 'fault stripe'])
  expect(elsewhere[0]).toBe(
    `fault paypal: The webhook goes to http://127.0.0.1:9: set its address to ${site.url}/api/v1/paypal/webhook.`,
  )
  expect(elsewhere[1]).toContain(`No webhook endpoint goes to ${url}`)
  expect(otherId).toEqual([expect.stringContaining('PAYPAL_WEBHOOK_ID names no webhook of this app')])
  expect(lacking).toEqual([`fault stripe: The webhook endpoint lacks ${endpointTypes(true)[0]}: add them.`])
})

test('in solo mode each provider’s webhook has the types of the own account, and another creator is found', async () => {
  await using own = await openSandbox()
  const env = { ...own.env, ...soloSettings('mira'), SUPPORT_EMAIL: 'mira@brimful-tips.net' }
  const find = async (changes: NodeJS.ProcessEnv = {}) =>
    (await findFaults({ ...env, ...changes })).filter((line) => /^\w+ (paypal|stripe|postgres):/.test(line))
  const none = await find()
  await setWebhooks(site.url, own)
  const url = `${site.url}/api/v1/stripe/webhook`
  await control(own, '/stripe/control/webhook-url', { url, events: [...endpointTypes(false), walletType] })

  expect(none.map((line) => line.split(':')[0])).toEqual(['fault paypal', 'fault stripe'])
  expect(none[1]).toContain('events of your account')
  expect(await find()).toEqual([])
  await using others = await createTestDb()
  await buildCreator(others.db, { userName: 'otto' })
  expect(await find({ DATABASE_URL: others.url, MIGRATION_DATABASE_URL: others.ownerUrl })).toEqual([
    'fault postgres: SOLO is mira, but this database has another creator, otto: use an empty database, or start without SOLO.',
  ])
})

test('revoked bots are found, each on its platform', async () => {
  await using own = await openSandbox()
  await setWebhooks(site.url, own)
  await control(own, '/twitch/control/revoke', { login: own.env.TWITCH_BOT_USERNAME })
  const faults = await findFaults({ ...own.env, YOUTUBE_BOT_REFRESH_TOKEN: 'revoked-refresh-token' })

  expect(faults).toEqual([
    'fault youtube: The bot’s grant is not valid: run "brimful connect-bot youtube" ("npm run connect-bot -- youtube" in a clone).',
    'fault twitch: The bot’s grant is not valid: run "brimful connect-bot twitch" ("npm run connect-bot -- twitch" in a clone).',
  ])
})

test('a bot’s grant of another account is found', async () => {
  const faults = await findFaults({ TWITCH_BOT_USERNAME: 'somebody_else' })

  expect(faults).toEqual([
    expect.stringContaining('The grant is that of brimfulbot, not of TWITCH_BOT_USERNAME'),
  ])
})

test('broken VAPID keys and an unwritable storage are faults, and all else is still checked', async () => {
  writeFileSync(join(folder, 'file'), '')
  const lines = await examine(
    environment({ VAPID_PRIVATE_KEY: 'x'.repeat(43), STORAGE_URL: `file:${folder}/file/below` }),
  )

  const faults = lines.filter(({ kind }) => kind === 'fault').map(({ subject }) => subject)
  expect(faults).toEqual(['configuration', 'storage'])
  expect(lines).toHaveLength(17)
})

test('an old backup is a fault, and a missing one or an unknown folder is said', async () => {
  const folderOf = async (BACKUP_FOLDER: string) =>
    (await findFaults({ BACKUP_FOLDER })).filter((line) => line.includes(' backup:'))
  writeFileSync(join(folder, 'no-folder'), '')

  expect(await folderOf(backups(20))).toEqual([])
  expect(await folderOf(backups(50))).toEqual([
    'fault backup: The newest backup is 50 hours old: run "brimful backup", and see why none was made since.',
  ])
  expect(await folderOf(join(folder, 'nothing-here'))).toEqual([
    'warning backup: There is no backup yet: run "brimful backup" (with containers first "brimful backup key").',
  ])
  expect(await folderOf(join(folder, 'no-folder'))).toEqual([
    'fault backup: BACKUP_FOLDER cannot be read (ENOTDIR): correct it, or let this account read it.',
  ])
  const unset = await examine(environment({ BACKUP_FOLDER: '' }))
  expect(unset.filter(({ subject }) => subject === 'backup')).toMatchObject([{ kind: 'off' }])
})

test('a backup that was never restored, or not for more than a month, asks for a drill', async () => {
  const findBackup = async (path: string) =>
    (await findFaults({ BACKUP_FOLDER: path })).filter((line) => line.includes(' backup:'))
  const [never, old] = [backups(4), backups(5)]
  for (const path of [never, old])
    for (const name of readdirSync(path)) if (name.startsWith('drilled-')) rmSync(join(path, name))
  writeFileSync(join(old, 'drilled-20261001T030000Z'), '')
  const way =
    'run "brimful drill" (with containers "brimful drill KEY_FILE"), which restores the newest one into a place of its own.'

  expect(await findBackup(never)).toEqual([`warning backup: No backup has been restored yet: ${way}`])
  expect(await findBackup(old)).toEqual([
    expect.stringMatching(/^warning backup: The last drill was \d+ days ago: run "brimful drill"/),
  ])
})

test('a clock that is off is found against Postgres and against the providers', async () => {
  const faults = await findFaults({}, { now: () => Date.now() + 120_000 })

  expect(faults).toHaveLength(2)
  expect(faults[0]).toMatch(/^fault clock: This clock is 1(19|20|21) seconds ahead of that of Postgres/)
})

test('a site without DNS, with nobody there, or with a certificate that browsers refuse is found', async () => {
  const { certPem: cert, keyPem: key } = makeCertificate()
  const server = createServer({ cert, key }, (_request, response) => response.end())
  await using listening = await listen(server)
  const ofSite = async (PUBLIC_URL: string) =>
    (await findFaults({ PUBLIC_URL })).filter((line) => line.startsWith('fault site'))

  expect(await ofSite('https://no-such-host.invalid')).toEqual([expect.stringContaining('DNS does not know')])
  expect(await ofSite('http://127.0.0.1:1')).toEqual([
    expect.stringContaining('Nobody answers at PUBLIC_URL (ECONNREFUSED)'),
  ])
  expect(await ofSite(listening.url.replace('http:', 'https:'))).toEqual([
    expect.stringContaining('Browsers refuse the certificate'),
  ])
  expect(await ofSite(sandbox.url)).toEqual([expect.stringContaining('answered by something else')])
})

test.skipIf(!hasRedisServer())('a Redis that evicts keys is a fault', async () => {
  await using redis = await startRedisServer()
  const REDIS_URL = redis.url
  expect((await examine(environment({ REDIS_URL }))).find(({ subject }) => subject === 'redis')?.kind).toBe(
    'ok',
  )
  await redis.client.config('SET', 'maxmemory-policy', 'allkeys-lru')

  expect(await findFaults({ REDIS_URL })).toEqual([expect.stringContaining('fault redis: REDIS_URL names')])
  await redis.kill()
  expect(await findFaults({ REDIS_URL })).toEqual([
    'fault redis: Redis does not respond at REDIS_URL: start it, or correct the address.',
  ])
})

test('a SECRETS_KEY that is not the one of the database is a fault', async () => {
  await using other = await createTestDb()
  await checkSecretsKey(other.db, readSecretKeys('2'.repeat(64)), { warn: () => {} })
  const changes = { DATABASE_URL: other.url, MIGRATION_DATABASE_URL: other.ownerUrl }

  expect((await findFaults(changes)).join('\n')).not.toContain('SECRETS_KEY')
  expect(await findFaults({ ...changes, SECRETS_KEY: '3'.repeat(64) })).toContainEqual(
    expect.stringMatching(/^fault postgres: SECRETS_KEY is not the key with which/),
  )
})

test('production without a named proxy, and with addresses of the example, has a fault for each', async () => {
  const faults = await findFaults({
    NODE_ENV: 'production',
    MAIL_FROM: '',
    SUPPORT_EMAIL: '',
    TRUST_PROXY: '',
  })

  for (const name of ['TRUST_PROXY', 'SUPPORT_EMAIL', 'MAIL_FROM'])
    expect(faults).toContainEqual(expect.stringMatching(new RegExp(`^fault configuration: ${name} is `)))
})

test('production that cannot send mail, and that has no admin, has a fault for each, with the way out', async () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: db.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    PUBLIC_URL: 'https://127.0.0.1:1',
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    STORAGE_URL: `file:${folder}`,
    TRUST_PROXY: '1',
    SUPPORT_EMAIL: 'help@brimful-tips.net',
  }
  const find = async () =>
    (await examine(production)).map(({ kind, subject, text }) => `${kind} ${subject}: ${text}`)
  const noAdmin =
    'fault postgres: Nobody is an admin: run "brimful admin create NAME EMAIL" ("npm run admin -- create NAME EMAIL" in a clone), or "grant NAME" for an account that exists.'

  const first = await find()
  expect(first).toContain(noAdmin)
  expect(first).toContainEqual(
    expect.stringMatching(/^fault mail: SMTP_URL is not set: nobody can sign up by email.*: set it/),
  )
  await buildSupporter(db.db, { role: 'admin' })
  expect(await find()).not.toContain(noAdmin)
})
