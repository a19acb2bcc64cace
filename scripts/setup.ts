/**
 * `npm run setup` and `brimful setup`: asks what only the operator knows, makes the secrets and the providers' webhooks, and writes the
 * files of an installation with containers or with systemd. Repeated, it changes what is answered otherwise and keeps the rest.
 * `deploy/brimful` then starts it. docs/decisions/0077-setup.md
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import webPush from 'web-push'
import { createDatabase } from '../db/create-database.ts'
import { SetupError } from '../db/setup-error.ts'
import { ConfigError } from '../domain/config/config.ts'
import { standInNames } from '../domain/config/environment.ts'
import { asConfigError } from '../domain/start/service-faults.ts'
import { findLocalPostgres, socketFolder } from './setup/local-postgres.ts'
import { findFaults, questionsAbout } from './setup/questions.ts'
import type { Question } from './setup/questions.ts'
import { terminal } from './setup/terminal.ts'
import { readVariables, writeVariables } from './setup/variables-file.ts'
import type { Variables } from './setup/variables-file.ts'
import { registerWebhooks } from './setup/webhooks.ts'

const text = { type: 'string' } as const
const usage = `Usage: brimful setup, with the answers on the terminal, on stdin, or as options:
  --address https://tips.example.com   --admin "NAME EMAIL CURRENCY"
  --mail smtp://USER:PASSWORD@HOST:PORT|later
  --provider "STRIPE_SECRET_KEY"|"PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET"|later
  --platform: for many creators, who are paid into accounts of their own; without it you are the only creator
  --small: one process without a Redis, for one creator on a machine with 1 GB (containers)
  with systemd also --own-ca, for a site that only your own network reaches: Caddy makes the certificate with a CA of its own
    and --postgres ADDRESS of a superuser, --redis ADDRESS, --storage FOLDER, --backups FOLDER`

function readOptions() {
  try {
    const answers = { address: text, admin: text, mail: text, provider: text }
    const places = { way: text, folder: text, postgres: text, redis: text, storage: text, backups: text }
    const flag = { type: 'boolean' } as const
    const flags = { small: flag, platform: flag, 'own-ca': flag }
    return parseArgs({ options: { ...answers, ...places, ...flags } }).values
  } catch {
    throw new ConfigError(usage)
  }
}
type Options = ReturnType<typeof readOptions>

/** The variables of this process that a test sets: the addresses of stand-ins, and where the installation is no production. */
function testVariables(): NodeJS.ProcessEnv {
  const names = ['NODE_ENV', ...standInNames].filter((name) => process.env[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

async function main(): Promise<void> {
  const options = readOptions()
  const isCompose = options.way === 'compose'
  if (isCompose && options['own-ca'])
    throw new ConfigError('--own-ca is for systemd: containers do not trust the CA of their proxy.')
  const folder = options.folder ?? (isCompose ? '.' : '/etc')
  const file = join(folder, isCompose ? '.env' : 'brimful.env')
  const before = readVariables(file)
  const given = testVariables()
  const isFirst = Object.keys(before).length === 0
  terminal.print(isFirst ? `${file} does not exist yet.` : `${file}: Enter keeps what is there.`)
  const isSolo = isFirst ? !options.platform : Boolean(before.SOLO)
  const answered = await answerAll(before, { ...options, isSolo }, given)
  const own = { ...makeSecrets(before), ...keepSet({ ...mailFrom(answered), TRUST_PROXY: '1' }, before) }
  const services = isCompose ? composeServices(before, options) : await makeServices(before, options)
  const all = { ...before, ...answered, ...own, ...services.all }
  Object.assign(all, await registerWebhooks({ all, before, given }))
  // Compose makes the addresses of its own services.
  const addresses = {
    DATABASE_URL: all.DATABASE_URL || 'postgres://compose',
    REDIS_URL: all.REDIS_URL || 'redis://compose',
  }
  const faults = findFaults({ ...all, ...given, ...addresses })
  if (faults.length > 0) throw new ConfigError(...faults)
  writeVariables(file, changesOf(before, all), readTemplate())
  if (services.migration) writeVariables(join(folder, 'brimful-migrate.env'), services.migration, '')
  terminal.print(`${file} is written.`)
}

/** Asks each question until its answer is right. An answer that an option gives has to be right at once. */
async function answerAll(
  before: Variables,
  options: Options & { isSolo: boolean },
  given: NodeJS.ProcessEnv,
): Promise<Variables> {
  let answered: Variables = {}
  for (const { option } of questionsAbout(before, given, options.isSolo)) {
    const question = questionsAbout({ ...before, ...answered }, given, options.isSolo).find(
      (one) => one.option === option,
    )!
    answered = { ...answered, ...(await answerOne(question, options[option])) }
  }
  return answered
}

async function answerOne(question: Question, option: string | undefined): Promise<Variables> {
  if (option !== undefined) return question.read(option)
  const { text: wording, current, unanswered, isSecret } = question
  for (;;) {
    const shown = current ?? unanswered
    const answer = terminal.ask(shown ? `${wording} [${shown}]` : wording, isSecret)
    if (answer === '' && current) return {}
    try {
      return await question.read(answer || (unanswered ?? ''))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      terminal.print(error.message)
    }
  }
}

const newSecret = () => randomBytes(32).toString('hex')

function makeSecrets(before: Variables): Variables {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const push: Variables = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  const made = { SESSION_SECRET: newSecret(), SECRETS_KEY: newSecret() }
  return { ...keepSet(made, before), ...(before.VAPID_PUBLIC_KEY ? undefined : push) }
}

/** The sender of emails is at the site's own name, until the operator writes another one into the file. */
function mailFrom({ PUBLIC_URL }: Variables): Variables {
  return PUBLIC_URL ? { MAIL_FROM: `Brimful <no-reply@${new URL(PUBLIC_URL).hostname}>` } : {}
}

interface Services {
  all: Variables
  /** What only the migration may know, in a file of its own. */
  migration?: Variables
}

function composeServices(before: Variables, { small }: Options): Services {
  const made = {
    POSTGRES_PASSWORD: newSecret(),
    POSTGRES_APP_PASSWORD: newSecret(),
    REDIS_PASSWORD: newSecret(),
  }
  const files: Variables = small ? { COMPOSE_FILE: 'docker-compose.yml:deploy/compose.small.yml' } : {}
  return { all: { ...keepSet(made, before), ...files } }
}

/** Makes the database of an installation with systemd, once. */
async function makeServices(before: Variables, options: Options): Promise<Services> {
  const redis = options.redis ?? before.REDIS_URL ?? 'redis://127.0.0.1:6379'
  const storage = options.storage ? `file:${options.storage}` : before.STORAGE_URL || 'file:/var/lib/brimful'
  const all = {
    REDIS_URL: redis || 'redis://127.0.0.1:6379',
    STORAGE_URL: storage,
    BACKUP_FOLDER: options.backups ?? (before.BACKUP_FOLDER || '/var/backups/brimful'),
    ...(options['own-ca'] ? { SITE_TLS: 'tls internal' } : {}),
  }
  if (before.DATABASE_URL) return { all }
  const [password, appPassword] = [newSecret(), newSecret()]
  const own = { database: 'brimful', owner: 'brimful', password }
  const port = await asPostgres(options.postgres, (url) => createDatabase(url, own))
  const host = options.postgres ? new URL(options.postgres).hostname : '127.0.0.1'
  const urlOf = (role: string, secret: string) => `postgres://${role}:${secret}@${host}:${port}/brimful`
  return {
    all: { ...all, DATABASE_URL: urlOf('brimful_app', appPassword) },
    migration: { MIGRATION_DATABASE_URL: urlOf('brimful', password) },
  }
}

async function asPostgres<T>(url: string | undefined, work: (url: string) => Promise<T>): Promise<T> {
  const address = url ?? findLocalPostgres()
  const isRoot = process.geteuid?.() === 0
  if (!url && isRoot) process.seteuid!('postgres')
  try {
    return await work(address)
  } catch (error) {
    throw asConfigError(error, address, url ? '--postgres' : socketFolder)
  } finally {
    if (!url && isRoot) process.seteuid!(0)
  }
}

function keepSet(made: Variables, before: Variables): Variables {
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, before[name] || value]))
}

function changesOf(before: Variables, all: Variables): Variables {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== before[name]))
}

/** The file to fill in, with a sentence about each variable. */
function readTemplate(): string {
  return existsSync('.env.example') ? readFileSync('.env.example', 'utf8') : ''
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
