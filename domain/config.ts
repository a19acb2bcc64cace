/** Reads the environment variables, parses them once and freezes the result. No other code reads the environment. */
import { z } from 'zod'
import type { Mode } from '../db/schema.ts'

const text = z.string().trim().min(1).optional()
const address = z.url().optional()
const flag = z.enum(['true', 'false']).default('false')
const key = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
  .optional()

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LIVE_HOST: z.string().default('127.0.0.1'),
  LIVE_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  PUBLIC_URL: address,
  TRUST_PROXY: z.string().default(''),
  DATABASE_URL: address,
  MIGRATION_DATABASE_URL: address,
  REDIS_URL: address,
  SESSION_SECRET: key,
  SECRETS_KEY: key,
  SUPPORT_EMAIL: z.email().default('support@brimful.example'),
  SOCIAL_URL: address,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  STORAGE_URL: z
    .string()
    .regex(/^(file|s3):/)
    .optional(),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_CLIENT_SECRET: text,
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_PARTNER_ID: text,
  PAYPAL_PARTNER_MODE: flag,
  PAYPAL_TRANSACTION_SEARCH: flag,
  PAYPAL_BN_CODE: text,
  PAYPAL_API_URL: address,
  PAYPAL_WEB_URL: address,
  PAYPAL_JS_URL: address,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_ACCOUNT_WEBHOOK_SECRET: text,
  STRIPE_API_URL: address,
  TWITCH_CLIENT_ID: text,
  TWITCH_CLIENT_SECRET: text,
  TWITCH_BOT_USERNAME: text,
  TWITCH_BOT_REFRESH_TOKEN: text,
  TWITCH_BOT_VERIFIED: flag,
  TWITCH_AUTH_URL: address,
  TWITCH_API_URL: address,
  TWITCH_CHAT_URL: address,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER_URL: address,
  GOOGLE_AUTH_URL: address,
  GOOGLE_TOKEN_URL: address,
  GOOGLE_REVOKE_URL: address,
  GOOGLE_API_URL: address,
  YOUTUBE_BOT_REFRESH_TOKEN: text,
  YOUTUBE_DAILY_QUOTA: z.coerce.number().int().min(1).max(100_000_000).default(10_000),
  YOUTUBE_INSERT_COST: z.coerce.number().int().min(1).max(10_000).default(50),
  DISCORD_API_URL: address,
  CHAT_LIFETIME_SECONDS: z.coerce.number().int().min(1).max(3600).default(180),
  TIP_CHALLENGE: z.enum(['proof-of-work', 'off']).default('proof-of-work'),
  SMTP_URL: address,
  MAIL_DIGEST_SECONDS: z.coerce.number().int().min(0).max(86_400).default(600),
  VAPID_PUBLIC_KEY: text,
  VAPID_PRIVATE_KEY: text,
  PUSH_SANDBOX_URL: address,
  MAIL_FROM: z.string().default('Brimful <no-reply@brimful.example>'),
})
type Environment = z.output<typeof environment>

/**
 * Thrown at the start when an environment variable is missing, is malformed or contradicts another one. The message names the
 * variable.
 */
export class ConfigError extends Error {}

/** Reads the environment variables. Empty ones count as missing. Throws `ConfigError` with one sentence for the operator. */
export function readConfig(source: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConfigError(`${issue.path.join('.')} is not right: ${issue.message}.`)
  }
  const env = parsed.data
  refuseSandboxInProduction(env)
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction && !env.REDIS_URL) throw new ConfigError('REDIS_URL is missing: production needs a Redis.')
  if (isProduction && !env.PUBLIC_URL?.startsWith('https://'))
    throw new ConfigError(
      'PUBLIC_URL must start with https:// in production: cookies are secure only there, and emails link to it.',
    )
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
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY,
    databaseUrl: required(env, 'DATABASE_URL'),
    /**
     * The database address for the role that owns the schema; undefined if the role that runs the product migrates, or another
     * process does.
     */
    migrationUrl: env.MIGRATION_DATABASE_URL,
    redisUrl: env.REDIS_URL,
    /** The HMAC key of tokens that nobody must forge. It is never stored. */
    sessionSecret: Buffer.from(required(env, 'SESSION_SECRET'), 'hex'),
    /** The key that seals the tokens of platforms and other secrets for storage. */
    secretsKey: Buffer.from(required(env, 'SECRETS_KEY'), 'hex'),
    supportEmail: env.SUPPORT_EMAIL,
    socialUrl: env.SOCIAL_URL ?? null,
    logLevel: env.LOG_LEVEL,
    paypal,
    stripe,
    /** The kind of challenge that a browser has to solve after suspicious payment attempts. */
    tipChallenge: env.TIP_CHALLENGE,
    twitch: twitchConfig(env),
    google: googleConfig(env),
    youtube: youtubeConfig(env),
    discord: discordConfig(env),
    /** How many milliseconds after its capture a tip may be posted to a chat. */
    chatLifetimeMs: env.CHAT_LIFETIME_SECONDS * 1000,
    /** Where pictures and exports are stored: `file:folder` or `s3://KEY:SECRET@host/bucket?region=…`. */
    storageUrl: env.STORAGE_URL ?? 'file:.data/storage',
    mail: env.SMTP_URL ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    push: pushConfig(env),
    /** A creator gets at most one email about tips in this many seconds; with 0, each tip has its own email. */
    mailDigestSeconds: env.MAIL_DIGEST_SECONDS,
  })
}

export type Config = ReturnType<typeof readConfig>
export type PaypalConfig = NonNullable<Config['paypal']>
export type StripeConfig = NonNullable<Config['stripe']>
export type TwitchConfig = NonNullable<Config['twitch']>
export type GoogleConfig = NonNullable<Config['google']>
export type YoutubeConfig = NonNullable<Config['youtube']>
export type DiscordConfig = NonNullable<Config['discord']>
export type PushConfig = NonNullable<Config['push']>
export type MailConfig = NonNullable<Config['mail']>

/** Returns `test` if the URL of a provider is configured, because only stand-ins need one, and with them no payment is real. */
function modeOf(apiUrl: string | undefined): Mode {
  return apiUrl ? 'test' : 'live'
}

function paypalConfig(env: Environment) {
  if (!env.PAYPAL_CLIENT_ID) return undefined
  const isPartner = env.PAYPAL_PARTNER_MODE === 'true'
  return {
    mode: modeOf(env.PAYPAL_API_URL),
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: required(env, 'PAYPAL_CLIENT_SECRET'),
    webhookId: required(env, 'PAYPAL_WEBHOOK_ID'),
    /** If we are a PayPal partner, PayPal splits the service fee off each payment; otherwise creators owe the fee. */
    isPartner,
    /**
     * Whether we may ask PayPal sellers for the permission to search their transactions (Transaction Search), from which sums are
     * compared.
     */
    searchesTransactions: isPartner && env.PAYPAL_TRANSACTION_SEARCH === 'true',
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
    secretKey: env.STRIPE_SECRET_KEY,
    /** The signing secret of the webhook endpoint for events of connected accounts. */
    webhookSecret: required(env, 'STRIPE_WEBHOOK_SECRET'),
    /** The signing secret of the event destination for thin events about accounts. */
    accountWebhookSecret: required(env, 'STRIPE_ACCOUNT_WEBHOOK_SECRET'),
    apiUrl: env.STRIPE_API_URL,
  }
}

function twitchConfig(env: Environment) {
  if (!env.TWITCH_CLIENT_ID) return undefined
  return {
    clientId: env.TWITCH_CLIENT_ID,
    clientSecret: required(env, 'TWITCH_CLIENT_SECRET'),
    botUsername: required(env, 'TWITCH_BOT_USERNAME'),
    botRefreshToken: required(env, 'TWITCH_BOT_REFRESH_TOKEN'),
    /** Twitch gives a verified bot the message limit of a moderator in every channel. */
    isVerified: env.TWITCH_BOT_VERIFIED === 'true',
    authUrl: env.TWITCH_AUTH_URL ?? 'https://id.twitch.tv/oauth2',
    apiUrl: env.TWITCH_API_URL ?? 'https://api.twitch.tv/helix',
    chatUrl: env.TWITCH_CHAT_URL ?? 'wss://irc-ws.chat.twitch.tv:443/',
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

function youtubeConfig(env: Environment) {
  if (!env.YOUTUBE_BOT_REFRESH_TOKEN) return undefined
  return {
    clientId: required(env, 'GOOGLE_CLIENT_ID'),
    clientSecret: required(env, 'GOOGLE_CLIENT_SECRET'),
    botRefreshToken: env.YOUTUBE_BOT_REFRESH_TOKEN,
    /** The quota units that Google grants per day, and the units that one message costs. */
    dailyQuota: env.YOUTUBE_DAILY_QUOTA,
    insertCost: env.YOUTUBE_INSERT_COST,
    /** The addresses of Google's stand-in. They are undefined in production, because the SDK knows Google's addresses. */
    authUrl: env.GOOGLE_AUTH_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
    revokeUrl: env.GOOGLE_REVOKE_URL,
    apiUrl: env.GOOGLE_API_URL,
  }
}

/** Reads Discord's URL. Webhooks need no keys of ours, so Discord is always on in production; elsewhere only with a stand-in. */
function discordConfig(env: Environment) {
  if (env.NODE_ENV !== 'production' && !env.DISCORD_API_URL) return undefined
  return { apiUrl: (env.DISCORD_API_URL ?? 'https://discord.com/api').replace(/\/+$/, '') }
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

function required<K extends keyof Environment>(env: Environment, name: K): NonNullable<Environment[K]> {
  const value = env[name]
  if (value === undefined || value === null) throw new ConfigError(`${name} is missing.`)
  return value
}

const sandboxAddresses = [
  'PAYPAL_API_URL',
  'PAYPAL_WEB_URL',
  'PAYPAL_JS_URL',
  'STRIPE_API_URL',
  'TWITCH_AUTH_URL',
  'TWITCH_API_URL',
  'TWITCH_CHAT_URL',
  'GOOGLE_ISSUER_URL',
  'GOOGLE_AUTH_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_REVOKE_URL',
  'GOOGLE_API_URL',
  'DISCORD_API_URL',
  'PUSH_SANDBOX_URL',
] as const

function refuseSandboxInProduction(env: Environment): void {
  if (env.NODE_ENV !== 'production') return
  const set = sandboxAddresses.find((name) => env[name])
  if (set) throw new ConfigError(`${set} is set: production talks to the providers themselves.`)
}
