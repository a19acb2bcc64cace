/** What a creator's style is tried with: the latest tip that the public may see, and the first active goal. */
import { sql } from 'kysely'
import type { FullTip } from '../../../contract/payments/tip.ts'
import type { Db } from '../../connection.ts'
import { worthOf } from '../tip-worth.ts'

/** Returns a creator's latest tip that is not held; undefined if there is none. Reads a few rows by the index of capture numbers. */
export async function findLastTip(db: Db, creatorUid: string): Promise<FullTip | undefined> {
  const { rows } = await sql<FullTip>`
    select supporter_name, is_anonymous, is_private, message, amount_minor, currency, ${worthOf(sql.ref('tip'))} as worth
    from tip where creator_uid = ${creatorUid} and coalesce(hold, 'released') = 'released'
    order by capture_no desc limit 1`.execute(db)
  return rows[0]
}

export interface SampleGoal {
  goalId: string
  title: string
  amountMinor: number
  receivedMinor: number
}

/** Returns a creator's first active goal; undefined if there is none. */
export async function findFirstGoal(db: Db, creatorUid: string): Promise<SampleGoal | undefined> {
  return db
    .selectFrom('goal')
    .select(['goalId', 'title', 'amountMinor', 'amountReceivedMinor as receivedMinor'])
    .where('creatorUid', '=', creatorUid)
    .where('status', '=', 'ACTIVE')
    .orderBy('position')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}
