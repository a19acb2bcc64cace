/** Runs the numbered migrations, forward only. They are in a static list, so that bundles include them. */
import { Migrator, sql } from 'kysely'
import type { Migration } from 'kysely'
import type { Db } from './connection.ts'
import * as m0001 from './migrations/0001-baseline.ts'

/** The name of the first migration: every database of a release has it. */
export const baseline = '0001-baseline'

export const migrations: Record<string, Migration> = {
  [baseline]: m0001,
}

/**
 * Migrates the schema to the newest version; several processes may call it at once. Throws the first failure. Migrations that
 * another release has run are left alone. Runs a missing migration even if one with a higher number has already run: numbers rise
 * from release to release, but within a release each migration gets its number when work on it begins.
 */
export async function migrate(db: Db, list: Readonly<Record<string, Migration>> = migrations): Promise<void> {
  const foreign = (await listForeignMigrations(db)).map((name) => [name, { up: async () => {} }])
  const provider = { getMigrations: async () => ({ ...Object.fromEntries(foreign), ...list }) }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Lists the migrations that the database has and this release does not know: a newer release has run them. */
export async function listForeignMigrations(db: Db): Promise<string[]> {
  return (await listMigrated(db)).filter((name) => !(name in migrations))
}

/** Lists this release's migrations that the database does not have. */
export async function listMissingMigrations(db: Db): Promise<string[]> {
  const migrated = new Set(await listMigrated(db))
  return Object.keys(migrations).filter((name) => !migrated.has(name))
}

async function listMigrated(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
