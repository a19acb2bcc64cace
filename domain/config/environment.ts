/**
 * The list of all environment variables: for each its schema, its meaning, and how to correct it. Documents and checks are
 * generated from this list.
 */
import * as z from 'zod'
import { claimableName } from '../../contract/accounts/account-fields.ts'
import { defaultFeePercent } from '../../contract/money/service-fee.ts'
import { chatSections, chatStandIns } from './chat/platforms.ts'
import { sellerVariables } from './seller-config.ts'
import { address, choice, flag, keyList, standIn, text, whole } from './variable-kinds.ts'
import type { Variable } from './variable-kinds.ts'

/** The variables by section, in the documents' order. */
export const sections = {
  Installation: {
    PUBLIC_URL: address('the public address, with https in production', 'https://brimful.example'),
    DATABASE_URL: address(
      'Postgres 15 to 18, as the role that runs the product',
      'postgres://brimful_app:PASSWORD@localhost:5432/brimful',
      /^postgres(ql)?$/,
    ),
    MIGRATION_DATABASE_URL: address(
      'for `migrate` alone: the same database as the role that owns the schema. The migration gives the role of `DATABASE_URL` its rights, and creates it if it is missing, so that servers and workers can change neither the ledger nor the schema ([0026](decisions/0026-two-database-roles.md)). Without it the role of `DATABASE_URL` migrates, and a warning at the start says that the ledger is not protected',
      'postgres://brimful:PASSWORD@localhost:5432/brimful',
      /^postgres(ql)?$/,
    ),
    REPLICA_DATABASE_URL: address(
      'a streaming replica of the Postgres in `DATABASE_URL`, as the same role: servers read the public pages there while it is at most five seconds behind ([scaling](scaling.md#a-replica))',
      'postgres://brimful_app:PASSWORD@replica:5432/brimful',
      /^postgres(ql)?$/,
    ),
    REDIS_URL: address(
      'Redis 6.2 or later with `maxmemory-policy noeviction`; production needs it. A Redis Cluster is `redis-cluster://HOST:PORT`, with `?node=HOST:PORT&node=…` for further nodes, in case the first is down ([scaling](scaling.md#redis-cluster))',
      'redis://localhost:6379',
      /^rediss?(-cluster)?$/,
    ),
    SESSION_SECRET: keyList(
      'signs what browsers must not forge. To replace it, put the new one before it, with a comma ([runbook](runbook.md#replacing-a-key))',
    ),
    SECRETS_KEY: keyList(
      'seals the providers’ tokens in the database; without it they are lost. Replaced like `SESSION_SECRET`, with `npm run rotate-keys`',
    ),
    STORAGE_URL: {
      schema: z
        .string()
        .regex(/^(file:.|s3:\/\/[^:/@]+:[^/@]+@[^/@]+\/[^/])/)
        .optional(),
      must: 'be file:/a/folder, or s3://KEY:SECRET@host/bucket?region=eu-west-1',
      about:
        'pictures and exports: a folder that all servers and workers share, or a bucket. A `/` in the secret is written `%2F`',
      example: 'file:/var/lib/brimful',
    },
    BACKUP_FOLDER: text(
      'where backups go, best on another disk: `brimful backup` writes there, and the doctor looks how old the newest is, and when one was restored for a drill ([backup](backup.md)). With containers, without it, the folder `backup` beside `docker-compose.yml`',
    ),
    NODE_ENV: choice(
      '`production` refuses what is only for trying out',
      ['production', 'development', 'test'],
      'development',
    ),
  },
  Processes: {
    HOST: { ...text('where the server listens'), schema: z.string().default('127.0.0.1') },
    PORT: { ...whole('', 0, 65535, 3000), about: 'the port of the server; 0 takes a free one' },
    LIVE_HOST: {
      ...text('where the inner port listens; never reachable from outside'),
      schema: z.string().default('127.0.0.1'),
    },
    LIVE_PORT: {
      schema: z.coerce.number().int().min(1).max(65535).optional(),
      must: 'be a whole number from 1 to 65535',
      about:
        'an inner port of each server and worker: `/livez`, `/readyz` and, for Prometheus, `/metrics` ([watching](watching.md)). Without it there is none',
      example: '3001',
    },
    ONE_PROCESS: flag(
      'whether one process runs everything, which then needs no Redis (`one-process.js`; [operator](operator.md#a-small-machine))',
    ),
    DRAIN_SECONDS: whole(
      'how long a server that stops still takes requests, while its health check already fails: a little longer than the proxy needs to notice',
      0,
      60,
      0,
    ),
    TRUST_PROXY: {
      ...text('the number of proxies in front of the servers, or their addresses'),
      schema: z.string().default(''),
      example: '1',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: address(
      'a receiver of traces by OTLP over HTTP, for example an OpenTelemetry Collector or Jaeger ([watching](watching.md#traces)). Without it there are none',
      'http://localhost:4318',
      /^https?$/,
    ),
    LOG_LEVEL: choice(
      'what is logged',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
  },
  'Solo mode': {
    SOLO: {
      schema: z.optional(claimableName),
      must: 'be a public name of 3 to 30 letters from a to z, digits and underscores, which is not reserved',
      about:
        'the public name of the only creator of this installation, whose page is the site and who is paid into the accounts of the keys below ([solo](solo.md))',
      example: 'miravale',
    },
    SOLO_SUPPORTER_ACCOUNTS: choice(
      'with `SOLO`: whether supporters may sign up. Without an account they can tip all the same',
      ['true', 'false'],
      'true',
    ),
  },
  Site: {
    SUPPORT_EMAIL: {
      schema: z.email().default('support@brimful.example'),
      must: 'be an email address',
      about: 'where people write to; shown on the site',
      example: 'support@brimful.example',
    },
    HSTS_SUBDOMAINS: flag(
      'whether browsers must use https for all subdomains of `PUBLIC_URL` as well, for a year. Only if all of them have it ([runbook](runbook.md#https-of-subdomains))',
    ),
    SERVICE_FEE_PERCENT: {
      schema: z.coerce.number().int().min(0).max(50).optional(),
      must: 'be a whole number from 0 to 50',
      about: 'the service fee in per cent of a tip; with 0 there is none, as with `SOLO`',
      example: String(defaultFeePercent),
    },
    SOCIAL_URL: address('a page of yours elsewhere; shown on the site', 'https://social.example/@brimful'),
    TIP_CHALLENGE: choice(
      'after suspicious attempts to pay or to log in, the browser computes for a few seconds first; or `off`',
      ['proof-of-work', 'off'],
      'proof-of-work',
    ),
  },
  PayPal: {
    PAYPAL_CLIENT_ID: text(
      'switches PayPal on. The webhook’s address is `PUBLIC_URL/api/v1/paypal/webhook`. Without partner standing, enable Log in with PayPal with the return address `PUBLIC_URL/api/v1/account/paypal/callback`',
    ),
    PAYPAL_CLIENT_SECRET: text('belongs to `PAYPAL_CLIENT_ID`'),
    PAYPAL_WEBHOOK_ID: text('the id that PayPal gives the webhook'),
    PAYPAL_PARTNER_MODE: flag(
      'whether you have partner standing: then PayPal splits the service fee off each payment',
    ),
    PAYPAL_PARTNER_ID: text('with partner standing: your merchant id'),
    PAYPAL_BN_CODE: text('with partner standing: your attribution code'),
    PAYPAL_TRANSACTION_SEARCH: flag(
      'whether PayPal has agreed to Transaction Search ([ledger](ledger.md#reconciliation-with-the-providers))',
    ),
  },
  Stripe: {
    STRIPE_SECRET_KEY: text(
      'switches cards on. Both kinds of webhook go to `PUBLIC_URL/api/v1/stripe/webhook`',
    ),
    STRIPE_PUBLISHABLE_KEY: text(
      'the key that pages may know: offers Apple Pay and Google Pay in the tip box, where the supporter’s device has them ([0034](decisions/0034-wallets.md)). Its webhook endpoint also needs `payment_intent.succeeded`',
    ),
    STRIPE_WEBHOOK_SECRET: text(
      'the secret of the endpoint for events of connected accounts (with `SOLO`: of your account): `checkout.session.*`, `refund.*`, `charge.dispute.*`, `charge.failed`, `account.*`',
    ),
    STRIPE_ACCOUNT_WEBHOOK_SECRET: text(
      'the secret of the event destination for thin `v2.core.account…` events; not with `SOLO`',
    ),
  },
  ...chatSections,
  Chats: {
    CHAT_LIFETIME_SECONDS: whole(
      'a tip is posted to a chat within this many seconds or not at all',
      1,
      3600,
      180,
    ),
  },
  Speech: {
    SPEECH_API_KEY: text(
      'lets creators have messages spoken by Google’s Text-to-Speech: an API key of a project with that API, restricted to it ([speech](speech.md))',
    ),
    SPEECH_CREATOR_CHARACTERS: whole(
      'how many characters may be spoken for one creator in a month',
      0,
      100_000_000,
      20_000,
    ),
    SPEECH_TOTAL_CHARACTERS: whole(
      'how many characters may be spoken for all creators together in a month',
      0,
      1_000_000_000,
      1_000_000,
    ),
  },
  'Mail and push messages': {
    SMTP_URL: address(
      'a mail server; without one the site says that it cannot send email',
      'smtp://user:PASSWORD@mail.example:587',
      /^smtps?$/,
    ),
    MAIL_FROM: {
      ...text('the sender, for whose domain the mail server signs ([runbook](runbook.md#unsubscribing))'),
      schema: z.string().default('Brimful <no-reply@brimful.example>'),
      example: 'Brimful <no-reply@brimful.example>',
    },
    MAIL_DIGEST_SECONDS: whole(
      'a creator gets at most one email about tips in this many seconds; with 0 each tip has its own',
      0,
      86_400,
      600,
    ),
    VAPID_PUBLIC_KEY: text(
      'switches push messages to creators’ browsers on. Make the pair with `npx web-push generate-vapid-keys`',
    ),
    VAPID_PRIVATE_KEY: text('belongs to `VAPID_PUBLIC_KEY`'),
  },
  Invoices: sellerVariables,
  'Stand-ins': {
    PAYPAL_API_URL: standIn('PayPal'),
    PAYPAL_WEB_URL: standIn('PayPal’s pages'),
    PAYPAL_JS_URL: standIn('PayPal’s script'),
    STRIPE_API_URL: standIn('Stripe'),
    STRIPE_JS_URL: standIn('Stripe’s script'),
    ...chatStandIns,
    SPEECH_API_URL: standIn('Google’s Text-to-Speech'),
    PUSH_SANDBOX_URL: standIn('push services'),
    STREAMLABS_API_URL: standIn('Streamlabs'),
    STREAMELEMENTS_API_URL: standIn('StreamElements'),
    REFERENCE_RATES_URL: standIn('the European Central Bank’s exchange rates'),
  },
} as const

type Sections = typeof sections
/** Converts a union of sections to one type that has the variables of all of them. */
type Merged<Section> = (Section extends unknown ? (section: Section) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type Variables = Merged<Sections[keyof Sections]>

/** All variables by name. */
export const variables = Object.assign({}, ...Object.values(sections)) as Variables

type Schemas = { [N in keyof Variables]: Variables[N]['schema'] }
const schemas = Object.fromEntries(
  Object.entries<Variable>(variables).map(([name, { schema }]) => [name, schema]),
) as Schemas

const environment = z.object(schemas)
export type Environment = z.output<typeof environment>

/** The names of the variables with the addresses of stand-ins. */
export const standInNames = Object.keys(sections['Stand-ins']) as (keyof Sections['Stand-ins'])[]

/** Parses the variables. Empty ones count as missing. Returns the valid variables, and one sentence for each invalid one. */
export function parseEnvironment(source: NodeJS.ProcessEnv): { env: Environment; faults: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (parsed.success) return { env: parsed.data, faults: [] }
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => path[0] as keyof Variables))]
  for (const name of wrong) delete given[name]
  return {
    env: environment.parse(given),
    faults: wrong.map((name) => `${name} must ${variables[name].must}.`),
  }
}
