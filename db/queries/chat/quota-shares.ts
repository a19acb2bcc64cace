/** How a day's quota of a provider is shared by the creators who use it. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import { quotaDate } from './quota-days.ts'

const today = quotaDate('now()')

/** Records that a creator uses today's quota; call it after units of the day were taken. */
export async function addQuotaCreator(db: Db, name: string, uid: string): Promise<void> {
  await sql`
    insert into quota_creator (name, day, uid)
    select name, day, ${uid} from quota_day where name = ${name} and day = ${today}
    on conflict do nothing`.execute(db)
}

/** Counts the creators who use today's quota, with this one in any case. */
export async function countQuotaCreators(db: Db, name: string, uid: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from quota_creator where name = ${name} and day = ${today} and uid <> ${uid}
  `.execute(db)
  return rows[0]!.others + 1
}

/** How many of a creator's latest tips are compared. */
const maxTips = 1_000

/**
 * Returns the worth, in minor units of the creator's currency, of the tip that is the `place`-th largest of the creator's latest tips
 * within a day; 0 if there were fewer.
 */
export async function findWorthOfPlace(db: Db, uid: string, place: number): Promise<number> {
  const { rows } = await sql<{ worth: number }>`
    select worth::float8 from (
      select coalesce(worth_minor, amount_minor) as worth, captured_at from tip
      where creator_uid = ${uid} order by capture_no desc limit ${maxTips}
    ) latest
    where captured_at > now() - interval '1 day'
    order by worth desc offset ${place - 1} limit 1`.execute(db)
  return rows[0]?.worth ?? 0
}

/** Deletes the days that are older than `days`, with the creators who used them. */
export async function deleteOldQuotaDays(db: Db, days: number): Promise<void> {
  await sql`delete from quota_day where day < ${today} - ${days}::int`.execute(db)
}
