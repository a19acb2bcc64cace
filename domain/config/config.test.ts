import { expect, test } from 'vitest'
import webPush from 'web-push'
import { ConfigError, readAdminConfig, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1/brimful',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SESSION_SECRET: 'a'.repeat(64),
  SECRETS_KEY: 'b'.repeat(64),
  PUBLIC_URL: 'https://brimful.example/',
  SUPPORT_EMAIL: 'help@brimful-tips.net',
  TRUST_PROXY: '1',
}

const stripe = (key: string) => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_ACCOUNT_WEBHOOK_SECRET: 'whsec_2',
})
const [ownKeys, otherKeys] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()]
const push = (changed: NodeJS.ProcessEnv) => ({
  VAPID_PUBLIC_KEY: ownKeys.publicKey,
  VAPID_PRIVATE_KEY: ownKeys.privateKey,
  ...changed,
})

test('reads a production environment', () => {
  expect(readConfig(production)).toMatchObject({ isProduction: true, publicUrl: 'https://brimful.example' })
})

test.each([
  ['without a public address', { PUBLIC_URL: '' }, /^PUBLIC_URL must start with https/],
  [
    'with a public address that is not encrypted',
    { PUBLIC_URL: 'http://brimful.example' },
    /^PUBLIC_URL must/,
  ],
  ['without a Redis', { REDIS_URL: '' }, /^REDIS_URL is missing/],
  ['without naming its proxy', { TRUST_PROXY: '' }, /^TRUST_PROXY is missing/],
  ['without a support address', { SUPPORT_EMAIL: '' }, /^SUPPORT_EMAIL is still an example/],
  [
    'with a support address that nobody can own',
    { SUPPORT_EMAIL: 'a@b.example.com' },
    /^SUPPORT_EMAIL is still/,
  ],
  ['with mail from nobody', { SMTP_URL: 'smtp://mail.example:587' }, /^MAIL_FROM is still an example/],
  ['with a Stripe key for tests', stripe('sk_test_1'), /^STRIPE_SECRET_KEY is a test key: set the live one/],
  ['with a restricted Stripe key for tests', stripe('rk_test_1'), /^STRIPE_SECRET_KEY is a test key/],
  ['with a stand-in', { PAYPAL_API_URL: 'http://127.0.0.1:3100' }, /^PAYPAL_API_URL must not be set/],
  [
    'with a provider that lacks a secret',
    { PAYPAL_CLIENT_ID: 'id', PAYPAL_WEBHOOK_ID: 'hook' },
    /^PAYPAL_CLIENT_SECRET is missing: PAYPAL_CLIENT_ID needs it/,
  ],
  [
    'with a storage that is not one',
    { STORAGE_URL: 'file:' },
    /^STORAGE_URL must be file:\/a\/folder, or s3:/,
  ],
  ['with a bucket that has no name', { STORAGE_URL: 's3://KEY:SECRET@host' }, /^STORAGE_URL must/],
  ['with a bucket without keys', { STORAGE_URL: 's3://host/bucket' }, /^STORAGE_URL must/],
  [
    'with a database that is none',
    { DATABASE_URL: 'mysql://127.0.0.1/brimful' },
    /^DATABASE_URL must be an address like postgres:/,
  ],
  [
    'with a push key that is too short',
    push({ VAPID_PUBLIC_KEY: 'BBBB' }),
    /^VAPID_PUBLIC_KEY must be 65 bytes/,
  ],
  [
    'with the private key of another pair',
    push({ VAPID_PRIVATE_KEY: otherKeys.privateKey }),
    /^VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY/,
  ],
  ['with one push key', push({ VAPID_PRIVATE_KEY: '' }), /^VAPID_PRIVATE_KEY is missing/],
])('refuses production %s, in one sentence', (_, environment, sentence) => {
  const read = () => readConfig({ ...production, ...environment })

  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
})

const solo = { SOLO: 'MiraVale', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test('in solo mode one creator is paid into the account of the keys, without a fee', () => {
  const config = readConfig({ ...production, ...solo })

  expect(config).toMatchObject({
    solo: { userName: 'miravale', email: 'help@brimful-tips.net', hasSupporterAccounts: true },
    serviceFeePercent: 0,
    stripe: { hasPlatform: false, accountWebhookSecret: undefined },
  })
  expect(readConfig(production)).toMatchObject({ solo: undefined, serviceFeePercent: 5 })
})

test.each([
  [{ SOLO: 'a' }, /^SOLO must be a public name of 3 to 30/],
  [{ SOLO: 'explore' }, /^SOLO must be a public name .* not reserved/],
  [{ SOLO_SUPPORTER_ACCOUNTS: 'no' }, /^SOLO_SUPPORTER_ACCOUNTS must be one of true, false/],
  [{ SERVICE_FEE_PERCENT: '5' }, /^SERVICE_FEE_PERCENT must be 0 or unset with SOLO/],
  [{ STRIPE_ACCOUNT_WEBHOOK_SECRET: 'whsec_2' }, /^STRIPE_ACCOUNT_WEBHOOK_SECRET must not be set with SOLO/],
  [{ PAYPAL_PARTNER_MODE: 'true' }, /^PAYPAL_PARTNER_MODE must not be true with SOLO/],
  [{ PAYPAL_BN_CODE: 'BN' }, /^PAYPAL_BN_CODE must not be set with SOLO/],
  [
    { SELLER_NAME: 'Mira', SELLER_ADDRESS: 'Home', SELLER_COUNTRY: 'IE' },
    /^SELLER_NAME must not be set with SOLO/,
  ],
])('solo mode refuses %o in one sentence', (environment, sentence) => {
  const read = () => readConfig({ ...production, ...solo, ...environment })

  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
  expect(() => readConfig({ ...production, ...solo, SERVICE_FEE_PERCENT: '0' })).not.toThrow()
})

test('a platform needs the secret of both webhooks of Stripe', () => {
  const { SOLO: _, ...keys } = solo

  expect(() => readConfig({ ...production, ...keys })).toThrow(/^STRIPE_ACCOUNT_WEBHOOK_SECRET is missing/)
})

test('takes the service fee from the environment, five per cent unless it says otherwise', () => {
  const feeFor = (SERVICE_FEE_PERCENT: string) =>
    readConfig({ ...production, SERVICE_FEE_PERCENT }).serviceFeePercent

  expect(['', '0', '8', '50'].map(feeFor)).toEqual([5, 0, 8, 50])
  for (const wrong of ['-1', '51', '2.5', '5%'])
    expect(() => feeFor(wrong)).toThrow(/^SERVICE_FEE_PERCENT must be a whole number from 0 to 50/)
})

test('names all faults at once, each in a line with its fix, and no value', () => {
  const faulty = { ...production, PORT: 'eighty', SECRETS_KEY: 'my secret', REDIS_URL: '', PUBLIC_URL: 'x' }

  expect(() => readConfig(faulty)).toThrow(
    new ConfigError(
      'PUBLIC_URL must be an address like https://brimful.example.',
      'SECRETS_KEY must be 64 hexadecimal digits: make them with "openssl rand -hex 32".',
      'PORT must be a whole number from 0 to 65535.',
      'REDIS_URL is missing: production needs a Redis, unless ONE_PROCESS says that one process runs everything.',
    ),
  )
})

test('accepts a pair of push keys, a folder and a bucket', () => {
  for (const STORAGE_URL of [
    'file:/srv/a',
    'file:.data',
    's3://KEY:a%2Fb@host:9000/bucket?region=x&tls=false',
  ])
    expect(readConfig({ ...production, ...push({}), STORAGE_URL }).storageUrl).toBe(STORAGE_URL)
})

test('a command that needs the database alone demands nothing else', () => {
  const { DATABASE_URL } = production

  const SECRETS_KEY = 'a'.repeat(64)
  expect(readAdminConfig({ DATABASE_URL, SECRETS_KEY, PORT: 'eighty' })).toMatchObject({
    databaseUrl: DATABASE_URL,
  })
  expect(() => readAdminConfig({ SECRETS_KEY })).toThrow(new ConfigError('DATABASE_URL is missing.'))
})

test('a key may be a list with commas, the newest first; each has 64 digits', () => {
  const [newest, former] = ['c'.repeat(64), 'b'.repeat(64)]

  const { secretsKey, sessionSecret } = readConfig({ ...production, SECRETS_KEY: `${newest},${former}` })

  expect(secretsKey.map((key) => key.toString('hex'))).toEqual([newest, former])
  expect(sessionSecret).toHaveLength(1)
  for (const wrong of [`${newest},`, `${newest},b`, `${newest} ${former}`])
    expect(() => readConfig({ ...production, SECRETS_KEY: wrong })).toThrow(/^SECRETS_KEY must be 64 hex/)
})

test('production that nobody has configured is told how, and one that lacks a variable is not', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/^Nothing is configured yet: "brimful setup"/m)
  expect(() => readConfig({ ...production, REDIS_URL: '' })).not.toThrow(/Nothing is configured/)
})

test('production that is one process needs no Redis', () => {
  expect(readConfig({ ...production, REDIS_URL: '', ONE_PROCESS: 'true' }).redisUrl).toBeUndefined()
})
