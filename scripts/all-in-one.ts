/** Everything in one process, for a machine without any set-up: what `npm start` runs, and `npm run dev` from source. */
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { ConfigError, readConfig } from '../domain/config.ts'
import { openContext } from '../server/context.ts'
import { startServer } from '../server/start-server.ts'
import { keepHouse } from './house.ts'
import type { House } from './house.ts'
import { assertFree } from './ports.ts'
import { explain, say } from './say.mjs'
import { keepSecrets } from './secrets.ts'

keepHouse(open, (error) => (error instanceof ConfigError ? error.message : explain(error)))

async function open(house: House): Promise<void> {
  const config = readConfig(await prepareEnvironment(house))
  const log = pino({ level: config.logLevel })
  const ctx = house.add('connections', openContext(config, log))
  await migrate(ctx.db)
  const { port, host, publicUrl } = config
  house.add('server', await startServer(ctx, { port, host, publicDir: 'dist/public' }))
  say(`Brimful is open: ${publicUrl}`)
}

/** What is set stays; what is missing is made: secrets, a database. */
async function prepareEnvironment(house: House): Promise<NodeJS.ProcessEnv> {
  const { HOST = '127.0.0.1', PORT = '3000', LOG_LEVEL = 'warn', DATABASE_URL } = process.env
  await assertFree(HOST, Number(PORT))
  const secrets = keepSecrets('.data/secrets.json')
  const given = { ...secrets, ...process.env, HOST, PORT, LOG_LEVEL }
  return { ...given, DATABASE_URL: DATABASE_URL ?? (await openDatabase(house)) }
}

async function openDatabase(house: House): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: '.data/postgres', log: say })
  house.add('Postgres', { close: postgres.stop })
  return postgres.url
}
