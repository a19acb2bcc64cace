/** Everything in one process, for a machine without any set-up: what `npm start` runs, and `npm run dev` from source. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Db } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { findCreatorUid } from '../db/queries/accounts.ts'
import { ConfigError, readConfig } from '../domain/config.ts'
import type { Config } from '../domain/config.ts'
import { seedDemo } from '../demo/seed.ts'
import type { DemoAccount } from '../demo/seed.ts'
import { openContext } from '../server/context.ts'
import { startServer } from '../server/start-server.ts'
import { startWorkers } from '../workers/start-workers.ts'
import { prepareEnvironment } from './environment.ts'
import { keepHouse } from './lifecycle.ts'
import type { House } from './lifecycle.ts'
import { explain, say } from './console.mjs'

keepHouse(open, (error) => (error instanceof ConfigError ? error.message : explain(error)))

async function open(house: House): Promise<void> {
  const { env, sandbox } = await prepareEnvironment(house)
  const config = readConfig(env)
  const log = pino({ level: config.logLevel })
  const ctx = house.add('connections', openContext(config, log))
  await migrate(ctx.db)
  const accounts = config.isProduction
    ? []
    : await seedDemo({ db: ctx.db, config, sandboxUrl: sandbox?.url, log })
  if (sandbox) await hearWebhooks(sandbox.url, config)
  house.add('workers', await startWorkers(ctx))
  const { port, host } = config
  house.add('server', await startServer(ctx, { port, host, publicDir: findPublicDir() }))
  await sayAddresses(config, ctx.db, accounts, sandbox?.url)
}

/** The built pages stand beside the built programs, or in `dist` when the source itself runs. */
function findPublicDir(): string | undefined {
  const places = ['../public/', '../dist/public/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return places.find((place) => existsSync(place))
}

/** As one would enter the address in a provider's dashboard. It is this machine's own, whatever the public one is. */
async function hearWebhooks(sandboxUrl: string, config: Config): Promise<void> {
  for (const provider of ['paypal', 'stripe'] as const) {
    if (!config[provider]?.apiUrl?.startsWith(sandboxUrl)) continue
    const answer = await fetch(`${sandboxUrl}/${provider}/control/webhook-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${config.port}/api/v1/${provider}/webhook` }),
    })
    if (!answer.ok) throw new Error(`The sandbox refused the webhook address: ${answer.status}`)
  }
}

async function sayAddresses(
  { publicUrl }: Config,
  db: Db,
  accounts: DemoAccount[],
  sandboxUrl: string | undefined,
): Promise<void> {
  const creator = accounts.find(({ role }) => role === 'creator')?.userName
  const uid = creator && (await findCreatorUid(db, creator))
  const lines = [
    `Brimful is open: ${publicUrl}`,
    creator && `  a creator's page   ${publicUrl}/${creator}`,
    uid && `  her overlay        ${publicUrl}/streamalerts?userUID=${uid}`,
    sandboxUrl &&
      `  the sandbox        ${sandboxUrl} (Twitch chat /twitch, YouTube chat /youtube, mail /mail)`,
    accounts.length > 0 && '  to sign in with:',
    ...accounts.map(({ email, password, role }) => `    ${email}  ${password}  (${role})`),
  ]
  for (const line of lines) if (line) say(line)
}
