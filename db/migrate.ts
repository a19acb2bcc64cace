/** Runs the numbered migrations: a static list, so that a bundle carries them. Forward only. */
import { Migrator, sql } from 'kysely'
import type { Migration } from 'kysely'
import type { Db } from './connection.ts'
import * as m0001 from './migrations/0001-foundation.ts'
import * as m0002 from './migrations/0002-bot-lease.ts'
import * as m0003 from './migrations/0003-sign-up.ts'
import * as m0004 from './migrations/0004-account-security.ts'
import * as m0005 from './migrations/0005-two-factor.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundation': m0001,
  '0002-bot-lease': m0002,
  '0003-sign-up': m0003,
  '0004-account-security': m0004,
  '0005-two-factor': m0005,
}

/**
 * Brings the schema to the newest migration; several processes may call it at once. Throws the first failure. A schema that
 * a newer release has brought further is left as it is: while a release is rolled out, old processes still start.
 */
export async function migrate(db: Db): Promise<void> {
  if (await isAhead(db)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function isAhead(db: Db): Promise<boolean> {
  const newest = Object.keys(migrations).sort().at(-1) ?? ''
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return false
  const { rows } = await sql`select from kysely_migration where name > ${newest} limit 1`.execute(db)
  return rows.length > 0
}
