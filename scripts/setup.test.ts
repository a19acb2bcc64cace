/** `npm run setup` writes an installation's files by a few answers, with the stand-ins in the place of the providers. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../db/connection.ts'
import { standInNames } from '../domain/config/environment.ts'
import { neededTypes } from '../domain/payments/paypal/webhook-events.ts'
import { endpointTypes, thinTypes } from '../domain/payments/stripe/webhook-events.ts'
import { programs, startCluster } from '../e2e/postgres-cluster.ts'
import type { Cluster } from '../e2e/postgres-cluster.ts'
import { openSandbox, read } from '../sandbox/sandbox.fixture.ts'
import { setUpFolder } from './folder.fixture.ts'
import { runWithLines } from './process.fixture.ts'
import { findFaults } from './setup/questions.ts'
import { readVariables } from './setup/variables-file.ts'

type Sandbox = Awaited<ReturnType<typeof openSandbox>>

const folder = setUpFolder('brimful-setup-')
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox?.[Symbol.asyncDispose]())

const site = 'http://127.0.0.1:3999'
const standIns = (on: Sandbox) => Object.fromEntries(standInNames.map((name) => [name, on.env[name]]))

/** Runs setup with these lines on stdin; returns its exit code and what it has printed. */
async function setUp(lines: readonly string[], args: readonly string[] = [], on: Sandbox | null = sandbox) {
  const loader = import.meta.resolve('tsx')
  const own = { PATH: process.env.PATH, ...(on && { NODE_ENV: 'development', ...standIns(on) }) }
  const command = [process.execPath, '--import', loader, 'scripts/setup.ts', '--way', 'compose']
  return runWithLines([...command, '--folder', folder.path, ...args], lines, own)
}

const variables = (name = '.env') => readVariables(join(folder.path, name))
const keyOf = (on: Sandbox) => on.env.STRIPE_SECRET_KEY!
const answers = () => [site, 'Mira mira@brimful-tips.net gbp', sandbox.env.SMTP_URL!, keyOf(sandbox)]

async function readHooks(on: Sandbox) {
  const { webhookUrl, webhookEvents, destinationUrl, destinationEvents } = await readStripe(on)
  return { webhookUrl, webhookEvents, destinationUrl, destinationEvents }
}

test('four answers make sound files that only their owner reads, and exactly the webhooks that we handle', async () => {
  await using own = await openSandbox()
  const { code, output } = await setUp([...answers().slice(0, 3), keyOf(own)], [], own)

  expect(output).toMatch(/\.env is written\.\n$/)
  expect(code).toBe(0)
  expect(statSync(join(folder.path, '.env')).mode & 0o777).toBe(0o600)
  const written = variables()
  expect(written).toMatchObject({
    PUBLIC_URL: site,
    SITE_ADDRESS: '127.0.0.1:3999',
    SUPPORT_EMAIL: 'mira@brimful-tips.net',
    FIRST_ADMIN: 'mira mira@brimful-tips.net gbp',
    SOLO: 'mira',
    MAIL_FROM: 'Brimful <no-reply@127.0.0.1>',
    STRIPE_SECRET_KEY: keyOf(own),
    TRUST_PROXY: '1',
  })
  for (const name of [
    'POSTGRES_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'REDIS_PASSWORD',
    'SECRETS_KEY',
    'SESSION_SECRET',
  ])
    expect(written[name]).toMatch(/^[0-9a-f]{64}$/)
  const services = { DATABASE_URL: 'postgres://postgres', REDIS_URL: 'redis://redis' }
  expect(findFaults({ ...written, ...services, NODE_ENV: 'development' })).toEqual([])
  expect(output).not.toContain(written.STRIPE_WEBHOOK_SECRET)
  const url = `${site}/api/v1/stripe/webhook`
  expect(await readHooks(own)).toEqual({ webhookUrl: url, webhookEvents: endpointTypes(false) })
  expect(written.STRIPE_ACCOUNT_WEBHOOK_SECRET).toBe('')
})

test('run again it keeps secrets and webhooks, and changes what is answered otherwise', async () => {
  await using own = await openSandbox()
  await setUp([site, 'mira mira@brimful-tips.net', 'later', keyOf(own)], ['--platform'], own)
  const before = variables()
  const hooks = await readHooks(own)
  const ofPlatform = { webhookEvents: endpointTypes(true), destinationEvents: [...thinTypes] }
  expect(hooks).toMatchObject({ ...ofPlatform, destinationUrl: hooks.webhookUrl })

  const kept = await setUp(['', '', 'later', ''], [], own)
  expect(kept.output).toContain(`like https://tips.example.com [${site}]: `)
  expect(kept.code).toBe(0)
  expect(variables()).toEqual(before)
  expect(await readHooks(own)).toEqual(hooks)

  const moved = await setUp(['http://127.0.0.1:3998', '', 'later', ''], [], own)
  expect(moved.code).toBe(0)
  const { PUBLIC_URL, SITE_ADDRESS, STRIPE_WEBHOOK_SECRET, STRIPE_ACCOUNT_WEBHOOK_SECRET, ...rest } =
    variables()
  expect(before).toMatchObject(rest)
  expect([PUBLIC_URL, SITE_ADDRESS]).toEqual(['http://127.0.0.1:3998', '127.0.0.1:3998'])
  expect(STRIPE_WEBHOOK_SECRET).not.toBe(before.STRIPE_WEBHOOK_SECRET)
  expect(STRIPE_ACCOUNT_WEBHOOK_SECRET).not.toBe(before.STRIPE_ACCOUNT_WEBHOOK_SECRET)
  const url = 'http://127.0.0.1:3998/api/v1/stripe/webhook'
  expect(await readHooks(own)).toEqual({ ...hooks, webhookUrl: url, destinationUrl: url })
})

test('PayPal’s keys make its webhook beside Stripe’s, once', async () => {
  await using own = await openSandbox()
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = own.env
  await setUp([...answers().slice(0, 2), '', keyOf(own)], [], own)

  expect((await setUp(['', '', 'later', `${id} ${secret}`], [], own)).code).toBe(0)
  const { PAYPAL_WEBHOOK_ID } = variables()
  expect(PAYPAL_WEBHOOK_ID).toMatch(/^\w{17}$/)
  expect((await setUp(['', '', '', ''], [], own)).code).toBe(0)

  expect(variables()).toMatchObject({ PAYPAL_WEBHOOK_ID, STRIPE_SECRET_KEY: keyOf(own), SMTP_URL: '' })
  const { webhookUrl, webhookEvents } = await readPaypal(own)
  expect({ webhookUrl, webhookEvents }).toEqual({
    webhookUrl: `${site}/api/v1/paypal/webhook`,
    webhookEvents: neededTypes(false),
  })
})

test('each wrong answer gets one sentence and the question again', async () => {
  const { code, output } = await setUp([
    'https://tips.example.com/shop',
    site,
    'mira',
    'admin mira@brimful-tips.net gbp',
    'mira nobody gbp',
    'mira mira@brimful-tips.net yen',
    'mira mira@brimful-tips.net gbp',
    'mail.example.com',
    'smtp://127.0.0.1:1',
    'later',
    'pk_test_1',
    'sk_test_wrong',
    'later',
  ])

  expect(code).toBe(0)
  const sentences = [
    'That is not the address of a site: it has a host name and nothing behind it.',
    'Give a name, an address and a currency, with blanks between.',
    'No account can be called admin: the name is reserved.',
    'nobody is not an email address.',
    'A creator is paid in usd or gbp, not in yen.',
    'SMTP_URL must be an address like smtp://user:PASSWORD@mail.example:587.',
    'The mail server does not take it (mail not accepted: ESOCKET): correct host, port, user or password.',
    'That is neither a secret key of Stripe, which begins with sk_ or rk_, nor a client id and a secret of PayPal with a blank between.',
    'The provider refuses these keys: copy them from its dashboard again.',
  ]
  const answered = output
    .split('\n')
    .flatMap((line) => sentences.find((one) => line.endsWith(`: ${one}`)) ?? [])
  expect(answered).toEqual(sentences)
})

test('without providers it is sound for production, which refuses what nobody can own or trust', async () => {
  const lines = [
    'http://brimful-tips.net',
    'brimful-tips.net',
    'mira mira@brimful.example gbp',
    'mira mira@brimful-tips.net gbp',
  ]
  const { code, output } = await setUp([...lines, 'later', 'sk_test_1', 'later'], [], null)

  expect(output).toMatch(/: PUBLIC_URL must start with https:\/\/ in production: /)
  expect(output).toMatch(/: SUPPORT_EMAIL is still an example: /)
  expect(output).toMatch(/: STRIPE_SECRET_KEY is a test key: /)
  expect(code).toBe(0)
  expect(variables()).toMatchObject({
    PUBLIC_URL: 'https://brimful-tips.net',
    SITE_ADDRESS: 'brimful-tips.net',
  })
})

test('a wrong option, and answers that end too early, end it and write nothing', async () => {
  const wrong = await setUp([], ['--address', 'https://a.b/c'])
  const short = await setUp([site])

  expect(wrong).toEqual({ code: 1, output: expect.stringMatching(/nothing behind it\.\n$/) })
  expect(short).toEqual({ code: 1, output: expect.stringMatching(/There are no more answers: .*\.\n$/) })
  expect(variables()).toEqual({})
})

test.skipIf(!programs)(
  'with systemd it makes the database and its owner, and the migration alone knows the owner',
  async () => {
    const cluster: Cluster = await startCluster()
    try {
      const postgres = cluster.urlOf('postgres').replace(/brimful$/, 'postgres')
      const given = ['--way', 'systemd', '--postgres', postgres, '--redis', 'redis://127.0.0.1:6390']
      const lines = [site, 'Mira mira@brimful-tips.net gbp', 'later', 'later']

      expect(await setUp(lines, given)).toMatchObject({ code: 0 })
      const [all, migration] = [variables('brimful.env'), variables('brimful-migrate.env')]
      expect(all.DATABASE_URL).toMatch(/^postgres:\/\/brimful_app:[0-9a-f]{64}@127\.0\.0\.1:\d+\/brimful$/)
      expect(JSON.stringify(all)).not.toContain(new URL(migration.MIGRATION_DATABASE_URL!).password)
      const owner = openDb(migration.MIGRATION_DATABASE_URL!, { poolSize: 1 })
      await owner.schema.createTable('kysely_migration').addColumn('name', 'text').execute()
      await owner.destroy()

      expect(await setUp(['', '', 'later', 'later'], given)).toMatchObject({ code: 0 })
      expect(variables('brimful.env')).toEqual(all)
      const lost = await setUp(lines, [...given, '--folder', join(folder.path, 'empty')])
      expect(lost).toEqual({
        code: 1,
        output: expect.stringMatching(/file of variables is missing: .*\.\n$/),
      })
    } finally {
      await cluster[Symbol.asyncDispose]()
    }
  },
)

const readStripe = async (on: Sandbox) => (await read<{ app: Hooks }>(on, '/stripe/control/state')).app
const readPaypal = async (on: Sandbox) => (await read<{ app: Hooks }>(on, '/paypal/control/state')).app

interface Hooks {
  webhookUrl?: string
  webhookEvents?: string[]
  destinationUrl?: string
  destinationEvents?: string[]
}
