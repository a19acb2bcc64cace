/** Reads public pages from a real streaming replica: current, behind, ahead again, and gone. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { getCreatorProfile } from '../contract/accounts/account-calls.ts'
import { apiBase } from '../contract/calls.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { openDb } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { hasPostgresPrograms, startPrimary } from '../db/postgres-cluster.fixture.ts'
import { migrateQueue } from '../db/queue-schema.ts'
import { readConfig } from '../domain/config/config.ts'
import { openContext } from './context.ts'
import { startServer } from './start-server.ts'

const slowPoll = { timeout: 60_000, interval: 100 }

test.skipIf(!hasPostgresPrograms)(
  'visitors read from a replica that is current; nobody reads one that is behind or gone, nor an older state than their own change',
  async () => {
    await using primary = await startPrimary()
    await using db = openDb(primary.url, { poolSize: 2 })
    await migrateQueue(primary.url)
    await migrate(db)
    const { uid, userName } = await buildCreator(db, { displayName: 'First' })
    const replica = await primary.startReplica()
    await using replicaDb = openDb(replica.url, { poolSize: 1 })
    await using server = await startOn(primary.url, replica.url)
    const { ctx } = server
    const rename = (displayName: string) =>
      db.updateTable('account').set({ displayName }).where('uid', '=', uid).execute()
    const nameFor = async (cookie = '', name = userName) => {
      const response = await fetch(`${server.url}${apiBase}${getCreatorProfile.path}?username=${name}`, {
        headers: { cookie },
      })
      return response.ok ? ((await response.json()) as { displayName: string }).displayName : response.status
    }
    await expect.poll(() => ctx.replica!.isCurrent(), slowPoll).toBe(true)
    const own = await server.changeSomething()

    await sql`select pg_wal_replay_pause()`.execute(replicaDb)
    await expect
      .poll(
        async () => (await sql`select pg_get_wal_replay_pause_state() as state`.execute(replicaDb)).rows,
        slowPoll,
      )
      .toEqual([{ state: 'paused' }])
    await rename('Second')
    const { userName: newcomer } = await buildCreator(db, { displayName: 'Newcomer' })
    const read = {
      visitor: await nameFor(),
      supporter: await nameFor(own),
      newcomer: await nameFor('', newcomer),
    }
    await expect.poll(() => nameFor(), slowPoll).toBe('Second') // the primary's: the replica is five seconds behind
    const isCurrentWhileBehind = ctx.replica!.isCurrent()
    await sql`select pg_wal_replay_resume()`.execute(replicaDb)
    await expect.poll(() => ctx.replica!.isCurrent(), slowPoll).toBe(true)
    await replica.stop()
    await rename('Third')
    const afterStop = [await nameFor(), await nameFor(own)]

    expect(own).toMatch(/^brimful_changed=/)
    expect(read).toEqual({ visitor: 'First', supporter: 'Second', newcomer: 'Newcomer' })
    expect(isCurrentWhileBehind).toBe(false)
    expect(afterStop).toEqual(['Third', 'Third'])
    await expect.poll(() => ctx.replica!.isCurrent(), slowPoll).toBe(false)
  },
)

/** Starts a server that reads public pages from the replica. */
async function startOn(url: string, replicaUrl: string) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    REPLICA_DATABASE_URL: replicaUrl,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
  })
  const ctx = openContext(config, pino({ level: 'silent' }))
  const server = await startServer(ctx, { port: 0, host: '127.0.0.1' })
  return {
    ctx,
    url: server.url,
    /** Sends a POST as a browser does, and returns the cookie that marks the browser. */
    async changeSomething(): Promise<string> {
      const response = await fetch(`${server.url}${apiBase}account/log-in`, { method: 'POST' })
      return (
        response.headers
          .getSetCookie()
          .find((line) => line.startsWith('brimful_changed'))
          ?.split(';')[0] ?? ''
      )
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await ctx.close()
    },
  }
}
