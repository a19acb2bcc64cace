/** What a creator has received during this stream, today and this month. */
import { AppError } from '../../contract/errors.ts'
import type { LiveTotals } from '../../contract/sockets.ts'
import type { StreamTotal } from '../../contract/alerts/widget-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findStreamTotals } from '../../db/queries/alerts/stream-totals.ts'

/**
 * Reads the totals that a widget shows, and when the creator's day ends, because then they change without a tip. Returns undefined
 * for an account without a currency.
 */
export async function readLiveTotals(
  db: Db,
  creatorUid: string,
  now: Date = new Date(),
): Promise<{ totals: LiveTotals; dayEndsAt: Date } | undefined> {
  const row = await findStreamTotals(db, creatorUid, now)
  if (!row) return undefined
  const { currency, streamMinor, todayMinor, monthMinor, dayEndsAt } = row
  return { totals: { currency, stream: streamMinor, today: todayMinor, month: monthMinor }, dayEndsAt }
}

/** Reads the total of this stream for its creator. Throws AppError `not_found` when the account has no currency. */
export async function readStreamTotal(db: Db, creatorUid: string): Promise<StreamTotal> {
  const row = await findStreamTotals(db, creatorUid, new Date())
  if (!row) throw new AppError('not_found')
  const { currency, streamMinor, startedAt } = row
  return { currency, amount: streamMinor, startedAt: startedAt?.toISOString() ?? null }
}
