/** The environment of an installation that nobody set up: what is given stays, what is missing is made. */
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { readConfig } from '../domain/config.ts'
import { startSandbox } from '../sandbox/start.ts'
import type { Sandbox } from '../sandbox/start.ts'
import type { House } from './lifecycle.ts'
import { assertFree, findFree } from './ports.ts'
import { say } from './console.mjs'
import { keepSecrets } from './secrets.ts'

export interface Prepared {
  env: NodeJS.ProcessEnv
  /** Plays every provider that has no keys; there is none in production. */
  sandbox: Sandbox | undefined
}

const sandboxPort = 3100

/** A provider with keys of its own takes nothing from the sandbox. */
const providers: { given: string; names: RegExp }[] = [
  { given: 'PAYPAL_CLIENT_ID', names: /^PAYPAL_/ },
  { given: 'STRIPE_SECRET_KEY', names: /^STRIPE_/ },
  { given: 'TWITCH_CLIENT_ID', names: /^TWITCH_/ },
  { given: 'GOOGLE_CLIENT_ID', names: /^(GOOGLE|YOUTUBE)_/ },
  { given: 'VAPID_PUBLIC_KEY', names: /^(VAPID_|PUSH_)/ },
  { given: 'SMTP_URL', names: /^(SMTP_URL|MAIL_FROM)$/ },
]

/** Makes secrets, a database and a sandbox, each when it is not given. */
export async function prepareEnvironment(house: House): Promise<Prepared> {
  const given = withoutEmpty({ LOG_LEVEL: 'warn', ...keepSecrets('.data/secrets.json'), ...process.env })
  const { host, port, isProduction } = readConfig({ DATABASE_URL: 'postgresql://not-started-yet', ...given })
  await assertFree(host, port)
  const DATABASE_URL = given.DATABASE_URL ?? (await openDatabase(house))
  const sandbox = isProduction ? undefined : await openSandbox(house, port)
  return { env: { ...given, ...fromSandbox(sandbox, given), DATABASE_URL }, sandbox }
}

/** An empty value is one that is not given. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

async function openDatabase(house: House): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: '.data/postgres', log: say })
  house.add('Postgres', { close: postgres.stop })
  return postgres.url
}

async function openSandbox(house: House, sitePort: number): Promise<Sandbox> {
  const port = await findFree('127.0.0.1', sandboxPort, sitePort)
  const sandbox = house.add('sandbox', await startSandbox({ port, stateFile: '.data/sandbox.json' }))
  say(`The sandbox plays the providers on 127.0.0.1:${port}`)
  return sandbox
}

/** What the sandbox says of the providers that have no keys. */
export function fromSandbox(
  sandbox: Pick<Sandbox, 'env'> | undefined,
  given: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const real = providers.filter(({ given: key }) => given[key])
  return Object.fromEntries(
    Object.entries(sandbox?.env ?? {}).filter(([name]) => !real.some(({ names }) => names.test(name))),
  )
}
