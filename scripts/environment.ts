/**
 * Completes the environment variables of an installation that nobody has configured: set ones keep their values, missing ones are
 * generated.
 */
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { chatConfigs } from '../domain/config/chat/platforms.ts'
import { readConfig } from '../domain/config/config.ts'
import { platformVariables } from '../domain/config/solo-config.ts'
import { startSandbox } from '../sandbox/start.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { print } from './console.mjs'
import type { Services } from './lifecycle.ts'
import { assertPortFree, findFreePort } from './ports.ts'
import { loadSecrets } from './secrets.ts'

const sandboxPort = 3100

/** If the variable `key` is set, the provider is real, and the sandbox sets none of the variables that match `variables`. */
const providers: { key: string; variables: RegExp }[] = [
  { key: 'PAYPAL_CLIENT_ID', variables: /^PAYPAL_/ },
  { key: 'STRIPE_SECRET_KEY', variables: /^STRIPE_/ },
  { key: 'VAPID_PUBLIC_KEY', variables: /^(VAPID_|PUSH_)/ },
  { key: 'SMTP_URL', variables: /^(SMTP_URL|MAIL_FROM)$/ },
  ...chatConfigs.flatMap(({ key, variables, standIns }) => {
    const names = Object.keys({ ...variables, ...standIns })
    return key ? [{ key, variables: new RegExp(`^(${names.join('|')})$`) }] : []
  }),
]

/** Adds secrets, a database and a sandbox, each only if it is not configured. In production it adds no sandbox. */
export async function prepareEnvironment(services: Services) {
  const given = withoutEmpty({ LOG_LEVEL: 'warn', ...loadSecrets('.data/secrets.json'), ...process.env })
  const { host, port, isProduction } = readConfig({ DATABASE_URL: 'postgresql://not-started-yet', ...given })
  await assertPortFree(host, port)
  const database = given.DATABASE_URL ? {} : await startDatabase(services)
  const sandbox = isProduction ? undefined : await openSandbox(services, port)
  const isReal = given.PAYPAL_CLIENT_ID || given.STRIPE_SECRET_KEY || given.SELLER_NAME
  const seller = sandbox && !isReal ? sandboxSeller : {}
  const fit = given.SOLO ? withoutPlatform : (env: NodeJS.ProcessEnv) => env
  const env: NodeJS.ProcessEnv = {
    ...fit(seller),
    ...given,
    ...fit(sandboxVariables(sandbox, given)),
    ...database,
  }
  return { env, sandbox }
}

/** The seller on invoices of the sandbox, whose money is not real. */
const sandboxSeller = {
  SELLER_NAME: 'Brimful Sandbox Ltd',
  SELLER_ADDRESS: '1 Example Street|London EC1A 1BB',
  SELLER_COUNTRY: 'GB',
  SELLER_VAT_ID: 'GB999999973',
  VAT_RATES: 'GB=20',
}

/** Removes empty values, because an empty variable counts as missing. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

async function startDatabase(services: Services): Promise<NodeJS.ProcessEnv> {
  const postgres = await startEmbeddedPostgres({ dataDir: '.data/postgres', log: print })
  services.add('Postgres', { close: postgres.stop })
  return { DATABASE_URL: postgres.runningUrl, MIGRATION_DATABASE_URL: postgres.url }
}

async function openSandbox(services: Services, sitePort: number): Promise<Sandbox> {
  const port = await findFreePort('127.0.0.1', sandboxPort, sitePort)
  const sandbox = services.add('sandbox', await startSandbox({ port, stateFile: '.data/sandbox.json' }))
  print(`The sandbox stands in for the providers on 127.0.0.1:${port}`)
  return sandbox
}

/** Returns the variables that solo mode does not refuse. */
function withoutPlatform(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !platformVariables.includes(name)))
}

/** Returns the sandbox's variables for the providers without a key in the environment. */
export function sandboxVariables(
  sandbox: Pick<Sandbox, 'env'> | undefined,
  given: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const real = providers.filter(({ key }) => given[key])
  return Object.fromEntries(
    Object.entries(sandbox?.env ?? {}).filter(
      ([name]) => !real.some(({ variables }) => variables.test(name)),
    ),
  )
}
