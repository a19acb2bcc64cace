import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDb } from '../../db/connection.ts'
import { isAway } from '../../db/is-away.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { SetupError } from '../../db/setup-error.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { findTestPort } from '../../db/test-port.fixture.ts'
import { ConfigError } from '../config/config.ts'
import { asConfigError, checkServices } from './service-faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'brimful-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))
const storageUrl = `file:${folder}`
writeFileSync(join(folder, 'file'), '')

async function changed(url: string, change: (url: URL) => void): Promise<string> {
  const own = new URL(url)
  change(own)
  return own.href
}

test('a database, a role and a host that do not exist, and a folder that cannot be written, are one sentence each', async () => {
  await using test = await createTestDb()
  const check = (databaseUrl: string, place = storageUrl) =>
    checkServices({ databaseUrl, redisUrl: undefined, storageUrl: place }).catch((error: Error) => error)
  const none = await changed(test.url, (url) => (url.pathname = '/no_such_database'))
  const nobody = await changed(test.url, (url) => (url.username = 'nobody_here'))
  const nowhere = await changed(test.url, (url) => (url.hostname = 'no-such-host.invalid'))

  expect(await check(test.url)).toBeUndefined()
  expect(await check(none, `file:${folder}/file/below`)).toEqual(
    new ConfigError(
      'DATABASE_URL names the database "no_such_database", which does not exist: create it, or correct the name.',
      'STORAGE_URL names a place that cannot be written and read (ENOTDIR): correct the address or the rights of this account.',
    ),
  )
  expect(await check(nobody)).toEqual(
    new ConfigError(
      'DATABASE_URL names the role "nobody_here", which Postgres refuses: correct its name or password, or run "brimful migrate" ("npm run migrate" in a clone), which creates the role of DATABASE_URL.',
    ),
  )
  expect(await check(nowhere)).toEqual(
    new ConfigError(
      'DATABASE_URL names the host "no-such-host.invalid", which is not known: correct the name.',
    ),
  )
})

test('services that do not respond are no fault: they are waited for', async () => {
  await using test = await createTestDb()
  const proxy = await openTcpProxy(test.url)
  await proxy.close()

  await expect(
    checkServices({ databaseUrl: proxy.url, redisUrl: 'redis://127.0.0.1:1', storageUrl }),
  ).resolves.toBeUndefined()
})

const redisServer = '/usr/bin/redis-server'

test.skipIf(!existsSync(redisServer))(
  'a Redis that evicts keys, or refuses the password, is refused',
  async () => {
    await using test = await createTestDb()
    const port = await findTestPort()
    const args = [
      '--port',
      String(port),
      '--save',
      '',
      '--maxmemory-policy',
      'allkeys-lru',
      '--requirepass',
      'p',
    ]
    const redis = spawn(redisServer, args, { cwd: folder, stdio: 'ignore' })
    const check = (password: string) =>
      checkServices({
        databaseUrl: test.url,
        redisUrl: `redis://:${password}@127.0.0.1:${port}`,
        storageUrl,
      }).then(
        () => '',
        (error: Error) => error.message,
      )

    await expect
      .poll(() => check('p'))
      .toMatch(/^REDIS_URL names a Redis with the maxmemory-policy allkeys-lru/)
    expect(await check('wrong')).toMatch(/^REDIS_URL has a user or password that Redis refuses/)
    redis.kill('SIGKILL')
  },
)

test('a socket that is not there is a Postgres that does not run', async () => {
  const url = 'postgres://postgres@%2Fnowhere/postgres'
  const db = openDb(url, { poolSize: 1 })
  const error: unknown = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown)
  await db.destroy()
  expect(isAway(error)).toBe(true)
  expect(asConfigError(error, url, '--postgres')).toEqual(
    new ConfigError('Postgres does not respond at --postgres: start it, or correct the address.'),
  )
})

test('a refused role that owns the schema is not sent to the command that needs it', () => {
  const url = 'postgres://owner@127.0.0.1/brimful'
  const refusal = (message: string) => Object.assign(new Error(message), { code: '28000' })
  const describe = (error: Error, variable?: string) => (asConfigError(error, url, variable) as Error).message
  const closed = refusal('role "owner" is not permitted to log in')

  expect(describe(closed)).toMatch(
    /run "brimful release-restore" \("npm run release-restore" in a clone\)\.$/,
  )
  expect(describe(closed, 'MIGRATION_DATABASE_URL')).toBe(
    'MIGRATION_DATABASE_URL names the role "owner", which may not log in: give it LOGIN as a superuser, or name a superuser.',
  )
  expect(describe(refusal('no entry'), 'MIGRATION_DATABASE_URL')).toBe(
    'MIGRATION_DATABASE_URL names the role "owner", which Postgres refuses: correct its name or password.',
  )
  expect(asConfigError(new SetupError('Do this.'), url)).toEqual(new ConfigError('Do this.'))
})
