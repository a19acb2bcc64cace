/** Everything in one process, for a machine without any set-up: what `npm start` runs, and `npm run dev` from source. */
import { pino } from 'pino'
import { migrate } from '../db/migrate.ts'
import { ConfigError, readConfig } from '../domain/config.ts'
import { openContext } from '../server/context.ts'
import { startServer } from '../server/start-server.ts'
import { prepareEnvironment } from './environment.ts'
import { keepHouse } from './house.ts'
import type { House } from './house.ts'
import { explain, say } from './say.mjs'

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
