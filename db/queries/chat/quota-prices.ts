/** What a message costs of a provider's daily quota, as learned. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import { quotaDate } from './quota-days.ts'

/** A learned price and how many days of the quota have begun since. */
export interface LearnedPrice {
  units: number
  days: number
}

/** Returns the learned price; undefined if none was learned with the configured one. */
export async function findPrice(db: Db, name: string, configured: number): Promise<LearnedPrice | undefined> {
  return db
    .selectFrom('quotaPrice')
    .select(['units', sql<number>`(${quotaDate('now()')} - ${quotaDate('learned_at')})`.as('days')])
    .where('name', '=', name)
    .where('configured', '=', configured)
    .executeTakeFirst()
}

/** Stores a learned price. */
export async function savePrice(db: Db, name: string, configured: number, units: number): Promise<void> {
  await db
    .insertInto('quotaPrice')
    .values({ name, configured, units })
    .onConflict((oc) => oc.column('name').doUpdateSet({ configured, units, learnedAt: sql<Date>`now()` }))
    .execute()
}
