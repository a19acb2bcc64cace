/** The environment of an installation that nobody set up: what is given stays, what is missing is made. */
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { readConfig } from '../domain/config.ts'
import type { House } from './house.ts'
import { assertFree } from './ports.ts'
import { say } from './say.mjs'
import { keepSecrets } from './secrets.ts'

/** Makes secrets and a database when they are not given. */
export async function prepareEnvironment(house: House): Promise<NodeJS.ProcessEnv> {
  const given = withoutEmpty({ LOG_LEVEL: 'warn', ...keepSecrets('.data/secrets.json'), ...process.env })
  const { host, port } = readConfig({ DATABASE_URL: 'postgresql://not-started-yet', ...given }) // says early what is wrong
  await assertFree(host, port)
  return { ...given, DATABASE_URL: given.DATABASE_URL ?? (await openDatabase(house)) }
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

async function openDatabase(house: House): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: '.data/postgres', log: say })
  house.add('Postgres', { close: postgres.stop })
  return postgres.url
}
