/** What a creator has received during this stream, today and this month. */
import { AppError } from '../../contract/errors.ts'
import type { LiveTotals } from '../../contract/sockets.ts'
import type { StreamTotal } from '../../contract/widget-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findStreamTotals } from '../../db/queries/stream-totals.ts'

/** Reads the totals that a widget shows; undefined for an account without a currency. */
export async function readLiveTotals(db: Db, creatorUid: string): Promise<LiveTotals | undefined> {
  const row = await findStreamTotals(db, creatorUid)
  if (!row) return undefined
  const { currency, streamMinor, todayMinor, monthMinor } = row
  return { currency, stream: streamMinor, today: todayMinor, month: monthMinor }
}

/** Reads the total of this stream for its creator. Throws AppError `not_found` when the account has no currency. */
export async function readStreamTotal(db: Db, creatorUid: string): Promise<StreamTotal> {
  const row = await findStreamTotals(db, creatorUid)
  if (!row) throw new AppError('not_found')
  const { currency, streamMinor, startedAt } = row
  return { currency, amount: streamMinor, startedAt: startedAt?.toISOString() ?? null }
}
