/** Runs the whole product in one process, without any set-up: `npm start` runs the built programs, `npm run dev` the sources. */
import type { Db } from '../db/connection.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { findCreatorUid } from '../db/queries/accounts/accounts.ts'
import { seedDemo } from '../demo/seed.ts'
import type { DemoAccount } from '../demo/seed.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { ConfigError, readConfig } from '../domain/config/config.ts'
import type { Config } from '../domain/config/config.ts'
import { openLog } from '../domain/log.ts'
import { checkSecretsKey } from '../domain/start/check-secrets-key.ts'
import { checkSolo } from '../domain/start/check-solo.ts'
import { asConfigError, checkServices } from '../domain/start/service-faults.ts'
import { openContext } from '../server/context.ts'
import { findPublicDir } from '../server/find-public-dir.ts'
import { startServer } from '../server/start-server.ts'
import { startWorkers } from '../workers/start-workers.ts'
import { writeAlertBoxFile } from './alert-box-file.ts'
import { explain, print } from './console.mjs'
import { prepareEnvironment } from './environment.ts'
import { runServices } from './lifecycle.ts'
import type { Services } from './lifecycle.ts'

runServices(start, (error) => (error instanceof ConfigError ? error.message : explain(error)))

async function start(services: Services): Promise<void> {
  const { env, sandbox } = await prepareEnvironment(services)
  const config = readConfig(env)
  const log = openLog(config.logLevel)
  await prepareDatabase(config, log).catch((error: unknown) => {
    throw asConfigError(error, config.migrationUrl ?? config.databaseUrl)
  }) // also creates the role that the product connects as
  await checkServices(config)
  const ctx = services.add('connections', openContext(config, log))
  await checkSecretsKey(ctx.db, config.secretsKey, log)
  await checkSolo(ctx.db, config.solo, log)
  const accounts = config.isProduction
    ? []
    : await seedDemo({ db: ctx.db, config, sandboxUrl: sandbox?.url, log })
  if (sandbox) await registerWebhooks(sandbox.url, config)
  services.add('workers', await startWorkers(ctx))
  const { port, host } = config
  const publicDir = findPublicDir()
  services.add('server', await startServer(ctx, { port, host, publicDir }))
  await printAddresses(config, ctx.db, { accounts, sandboxUrl: sandbox?.url, publicDir })
}

/**
 * Registers our webhook address with each provider of the sandbox: the local address, because the sandbox may not reach the
 * public one.
 */
async function registerWebhooks(sandboxUrl: string, config: Config): Promise<void> {
  for (const provider of ['paypal', 'stripe'] as const) {
    if (!config[provider]?.apiUrl?.startsWith(sandboxUrl)) continue
    const response = await fetch(`${sandboxUrl}/${provider}/control/webhook-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${config.port}/api/v1/${provider}/webhook` }),
    })
    if (!response.ok) throw new Error(`The sandbox refused the webhook address: ${response.status}`)
  }
}

interface Started {
  accounts: DemoAccount[]
  sandboxUrl: string | undefined
  publicDir: string | undefined
}

async function printAddresses(
  config: Config,
  db: Db,
  { accounts, sandboxUrl, publicDir }: Started,
): Promise<void> {
  const { publicUrl } = config
  const creator = accounts.find(({ role }) => role === 'creator')?.userName
  const uid = creator && (await findCreatorUid(db, creator))
  const key = uid && (await showOverlayKey({ db, config }, uid))
  const overlay = uid && `${publicUrl}/streamalerts?userUID=${uid}#key=${key}`
  const lines = [
    `Brimful is running: ${publicUrl}`,
    creator && `  a creator's page   ${publicUrl}/${creator}`,
    overlay && `  their overlay      ${overlay}`,
    overlay &&
      publicDir &&
      `  as a local file    ${writeAlertBoxFile(publicDir, overlay)} (waits in OBS until Brimful runs)`,
    sandboxUrl &&
      `  the sandbox        ${sandboxUrl} (Twitch chat /twitch, YouTube chat /youtube, mail /mail)`,
    accounts.length > 0 && '  to log in with:',
    ...accounts.map(({ email, password, role }) => `    ${email}  ${password}  (${role})`),
  ]
  for (const line of lines) if (line) print(line)
}
