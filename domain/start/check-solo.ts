/** Checks that an installation in solo mode has no other creators: their pages and tips have no place there. */
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import { retryAtStart } from '../../db/prepare-database.ts'
import { findOtherCreator } from '../../db/queries/payments/own-accounts.ts'
import { ConfigError } from '../config/config.ts'
import type { Solo } from '../config/solo-config.ts'

/** Throws `ConfigError` if the database has a creator other than the one of solo mode. Waits for Postgres as `retryAtStart` does. */
export async function checkSolo(db: Db, solo: Solo | undefined, log: Pick<Logger, 'warn'>): Promise<void> {
  if (!solo) return
  const found = await retryAtStart(() => findSoloFault(db, solo), log)
  if (found !== undefined) throw new ConfigError(found)
}

/** Returns a sentence if the database has a creator other than the one of solo mode. */
export async function findSoloFault(db: Db, { userName }: Solo): Promise<string | undefined> {
  const other = await findOtherCreator(db, userName)
  return other === undefined
    ? undefined
    : `SOLO is ${userName}, but this database has another creator, ${other}: use an empty database, or start without SOLO.`
}
