/**
 * Makes the configuration from the environment variables, which are parsed once and frozen. No other code reads the environment.
 */
import { defaultFeePercent } from '../../contract/money/service-fee.ts'
import type { Mode } from '../../db/schema.ts'
import { readChatConfigs } from './chat/platforms.ts'
import { findContradictions } from './contradictions.ts'
import { parseEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { readSecretKeys } from './secret-keys.ts'
import { readSeller } from './seller-config.ts'
import { readSolo } from './solo-config.ts'
import { ourCommand } from '../../db/our-command.ts'

/** Thrown at the start when the operator has to correct something first. The message has one line for each fault. */
export class ConfigError extends Error {
  constructor(...faults: string[]) {
    super(faults.join('\n'))
  }
}

/** Reads the environment variables. Empty ones count as missing. Throws `ConfigError` with all faults at once. */
export function readConfig(source: NodeJS.ProcessEnv) {
  const { env, faults } = parseEnvironment(source)
  const isNew = (fault: string) => !faults.some((known) => known.split(' ')[0] === fault.split(' ')[0])
  const all = [...faults, ...findContradictions(env).filter(isNew)]
  if (all.length > 0) throw new ConfigError(...all, ...offerSetup(env))
  return toConfig(env)
}

/** Returns the way out where nobody has configured production yet. */
function offerSetup({ NODE_ENV, PUBLIC_URL, SECRETS_KEY, SESSION_SECRET }: Environment): string[] {
  if (NODE_ENV !== 'production' || PUBLIC_URL || SECRETS_KEY || SESSION_SECRET) return []
  return [`Nothing is configured yet: ${ourCommand('setup')} asks four questions and does all of this.`]
}

/**
 * Reads what a command needs that changes accounts: the database, and the keys that seal emails. Throws `ConfigError`.
 */
export function readAdminConfig(source: NodeJS.ProcessEnv) {
  const { DATABASE_URL, SECRETS_KEY } = source
  const { env, faults } = parseEnvironment({ DATABASE_URL, SECRETS_KEY })
  if (faults.length > 0) throw new ConfigError(...faults)
  return {
    databaseUrl: required(env, 'DATABASE_URL'),
    secretsKey: readSecretKeys(required(env, 'SECRETS_KEY')),
  }
}

function toConfig(env: Environment) {
  const isProduction = env.NODE_ENV === 'production'
  const [paypal, stripe] = [paypalConfig(env), stripeConfig(env)]
  const mode: Mode = paypal?.mode ?? stripe?.mode ?? 'live'
  return Object.freeze({
    isProduction,
    /** Whether tips are test or live money. The two are never mixed. */
    mode,
    /** Whether payments are not real. Then every page shows a banner that says so. */
    isSandbox: mode === 'test',
    host: env.HOST,
    port: env.PORT,
    /**
     * The host and port that serve `/livez`, `/readyz` and `/metrics`, for supervisors only. Without a port, nothing serves them.
     */
    live: { host: env.LIVE_HOST, port: env.LIVE_PORT },
    /** The OTLP/HTTP receiver of traces; undefined where traces are off. */
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    /** How long a server that stops still takes requests, so that the proxy can choose another one first. */
    drainMs: env.DRAIN_SECONDS * 1000,
    trustProxy: env.TRUST_PROXY,
    /** Whether browsers are told to use https for the subdomains of the public address as well. */
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'true',
    /** Where the installation's backups are, for the doctor. */
    backupFolder: env.BACKUP_FOLDER,
    databaseUrl: required(env, 'DATABASE_URL'),
    /**
     * The database address for the role that owns the schema; undefined if the role that runs the product migrates, or another
     * process does.
     */
    migrationUrl: env.MIGRATION_DATABASE_URL,
    /** A streaming replica that may serve the reads of public pages. */
    replicaUrl: env.REPLICA_DATABASE_URL,
    redisUrl: env.REDIS_URL,
    /** The HMAC keys of tokens that nobody must forge. They are never stored. */
    sessionSecret: readSecretKeys(required(env, 'SESSION_SECRET')),
    /** The keys that seal the tokens of platforms and other secrets for storage. */
    secretsKey: readSecretKeys(required(env, 'SECRETS_KEY')),
    supportEmail: env.SUPPORT_EMAIL,
    socialUrl: env.SOCIAL_URL ?? null,
    /** The service fee in per cent of a tip. */
    serviceFeePercent: env.SERVICE_FEE_PERCENT ?? (env.SOLO === undefined ? defaultFeePercent : 0),
    /** The only creator of this installation; undefined for a platform. */
    solo: readSolo(env),
    logLevel: env.LOG_LEVEL,
    paypal,
    stripe,
    /** Where the European Central Bank publishes exchange rates, or the address of a stand-in. */
    referenceRatesUrl:
      env.REFERENCE_RATES_URL ?? 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    /** The services where a creator's tips can be entered in their list, or the addresses of stand-ins. */
    tipApiUrls: {
      streamlabs: (env.STREAMLABS_API_URL ?? 'https://streamlabs.com').replace(/\/+$/, ''),
      streamelements: (env.STREAMELEMENTS_API_URL ?? 'https://api.streamelements.com').replace(/\/+$/, ''),
    },
    /** The kind of challenge that a browser has to solve after suspicious payment attempts. */
    tipChallenge: env.TIP_CHALLENGE,
    ...readChatConfigs(env),
    google: googleConfig(env),
    speech: speechConfig(env),
    /** How many milliseconds after its capture a tip may be posted to a chat. */
    chatLifetimeMs: env.CHAT_LIFETIME_SECONDS * 1000,
    /** Where pictures and exports are stored: `file:folder` or `s3://KEY:SECRET@host/bucket?region=…`. */
    storageUrl: env.STORAGE_URL ?? 'file:.data/storage',
    mail: env.SMTP_URL ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    push: pushConfig(env),
    /** A creator gets at most one email about tips in this many seconds; with 0, each tip has its own email. */
    mailDigestSeconds: env.MAIL_DIGEST_SECONDS,
    /** Who issues invoices, and the VAT on them. Without it no month is closed. */
    invoicing: readSeller(env),
  })
}

export type Config = ReturnType<typeof readConfig>
export type PaypalConfig = NonNullable<Config['paypal']>
export type StripeConfig = NonNullable<Config['stripe']>
export type GoogleConfig = NonNullable<Config['google']>
export type SpeechConfig = NonNullable<Config['speech']>
export type PushConfig = NonNullable<Config['push']>
export type MailConfig = NonNullable<Config['mail']>

/** Returns `test` if the URL of a provider is configured, because only stand-ins need one, and with them no payment is real. */
function modeOf(apiUrl: string | undefined): Mode {
  return apiUrl ? 'test' : 'live'
}

function paypalConfig(env: Environment) {
  if (!env.PAYPAL_CLIENT_ID) return undefined
  const isPartner = env.PAYPAL_PARTNER_MODE === 'true'
  const hasPlatform = env.SOLO === undefined
  return {
    mode: modeOf(env.PAYPAL_API_URL),
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: required(env, 'PAYPAL_CLIENT_SECRET'),
    webhookId: required(env, 'PAYPAL_WEBHOOK_ID'),
    /** Whether tips are paid into accounts that creators connect; otherwise into the account of these keys. */
    hasPlatform,
    /** If we are a PayPal partner, PayPal splits the service fee off each payment; otherwise creators owe the fee. */
    isPartner,
    /**
     * Whether we may search transactions (Transaction Search), as partners those of sellers who permit it, otherwise our own. We compare
     * sums with them.
     */
    searchesTransactions: (isPartner || !hasPlatform) && env.PAYPAL_TRANSACTION_SEARCH === 'true',
    partnerId: isPartner ? required(env, 'PAYPAL_PARTNER_ID') : undefined,
    bnCode: env.PAYPAL_BN_CODE,
    apiUrl: env.PAYPAL_API_URL,
    webUrl: env.PAYPAL_WEB_URL,
    jsUrl: env.PAYPAL_JS_URL,
  }
}

function stripeConfig(env: Environment) {
  if (!env.STRIPE_SECRET_KEY) return undefined
  return {
    // Stripe's keys contain whether they are for test or live money.
    mode: env.STRIPE_SECRET_KEY.includes('_test_') ? ('test' as const) : modeOf(env.STRIPE_API_URL),
    /** Whether tips are paid into accounts that creators connect; otherwise into the account of this key. */
    hasPlatform: env.SOLO === undefined,
    secretKey: env.STRIPE_SECRET_KEY,
    /** The key that pages need to load Stripe's wallet buttons; undefined where they offer none. */
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    /** The signing secret of the webhook endpoint for events about payments. */
    webhookSecret: required(env, 'STRIPE_WEBHOOK_SECRET'),
    /** The signing secret of the event destination for thin events about connected accounts; undefined without a platform. */
    accountWebhookSecret: env.STRIPE_ACCOUNT_WEBHOOK_SECRET,
    apiUrl: env.STRIPE_API_URL,
    jsUrl: env.STRIPE_JS_URL,
  }
}

/** Reads the keys for Google sign-in; undefined if it is off. */
function googleConfig(env: Environment) {
  if (!env.GOOGLE_CLIENT_ID) return undefined
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: required(env, 'GOOGLE_CLIENT_SECRET'),
    issuerUrl: env.GOOGLE_ISSUER_URL ?? 'https://accounts.google.com',
  }
}

/** Reads the key for spoken messages, and how much may be spoken in a month. */
function speechConfig(env: Environment) {
  if (!env.SPEECH_API_KEY) return undefined
  return {
    apiKey: env.SPEECH_API_KEY,
    creatorCharacters: env.SPEECH_CREATOR_CHARACTERS,
    totalCharacters: env.SPEECH_TOTAL_CHARACTERS,
    apiUrl: env.SPEECH_API_URL?.replace(/\/+$/, ''),
  }
}

/** Reads the key pair that identifies us to push services. With `sandboxUrl`, only the stand-in is contacted. */
function pushConfig(env: Environment) {
  if (!env.VAPID_PUBLIC_KEY) return undefined
  return {
    publicKey: env.VAPID_PUBLIC_KEY,
    privateKey: required(env, 'VAPID_PRIVATE_KEY'),
    subject: `mailto:${env.SUPPORT_EMAIL}`,
    sandboxUrl: env.PUSH_SANDBOX_URL?.replace(/\/+$/, ''),
  }
}

/** Returns a variable that an earlier check has found to be set. */
function required<K extends keyof Environment>(env: Environment, name: K): NonNullable<Environment[K]> {
  const value = env[name]
  if (value === undefined || value === null) throw new ConfigError(`${name} is missing.`)
  return value
}
