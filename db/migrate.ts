/** Runs the numbered migrations: a static list, so that a bundle carries them. Forward only. */
import { Migrator } from 'kysely'
import type { Migration } from 'kysely'
import type { Db } from './connection.ts'
import * as m0001 from './migrations/0001-foundation.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundation': m0001,
}

/** Brings the schema to the newest migration; several processes may call it at once. Throws the first failure. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
