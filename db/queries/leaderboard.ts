/** A creator's supporters, from the totals that are kept with every tip. */
import type { Db } from '../connection.ts'
import type { Period } from '../schema.ts'

/** The first day of each period, as the totals are filed under it. */
export type PeriodStarts = Record<Period, string>

/** The biggest totals of each period, the biggest first; anonymous tips are in none. */
export async function listTopSupporters(db: Db, creatorUid: string, starts: PeriodStarts, limit: number) {
  const top = (period: Period) =>
    db.selectFrom(topOf(db, creatorUid, period, starts[period], limit)).selectAll()
  return top('week')
    .unionAll(top('month'))
    .unionAll(top('all'))
    .orderBy('amountMinor', 'desc')
    .orderBy('name')
    .execute()
}

function topOf(db: Db, creatorUid: string, period: Period, start: string, limit: number) {
  return db
    .selectFrom('supporterTotal')
    .select(['period', 'name', 'amountMinor'])
    .where('creatorUid', '=', creatorUid)
    .where('period', '=', period)
    .where('periodStart', '=', start)
    .where('amountMinor', '>', 0)
    .orderBy('amountMinor', 'desc')
    .orderBy('name')
    .limit(limit)
    .as('top')
}

/** A creator's latest tips, whole: what leaves the house goes through `toPublicTip`. */
export async function listRecentTips(db: Db, creatorUid: string, limit: number) {
  return db
    .selectFrom('tip')
    .select(['supporterName', 'isAnonymous', 'isPrivate', 'message', 'amountMinor', 'currency'])
    .where('creatorUid', '=', creatorUid)
    .orderBy('captureNo', 'desc')
    .limit(limit)
    .execute()
}
