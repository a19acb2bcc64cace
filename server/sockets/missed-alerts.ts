/** Which alerts an overlay that comes back gets: all of the last ten minutes, and older ones as its creator wants. */
import type { MissedAlerts } from '../../contract/overlay-calls.ts'
import type { AlertDigest } from '../../contract/sockets.ts'
import type { Db } from '../../db/connection.ts'
import { findOldStart, markSkipped } from '../../db/queries/missed-alerts.ts'
import { readDigest } from '../../domain/alerts/digest.ts'
import type { Trust } from './alert-feed.ts'

/** How many old alerts who only has the address gets at most. */
const publicOldAlerts = 5
const oldAlerts = { all: Infinity, 'last-five': 5, digest: 0, none: 0 } as const

interface Away {
  creatorUid: string
  /** The overlay's cursor. */
  cursor: number
  /** The `seq` of the creator's last alert. */
  lastSeq: number
  trust: Trust
  missedAlerts: MissedAlerts
}

export interface Resumption {
  /** The cursor after which the overlay gets alerts. */
  cursor: number
  /** Precedes them, in place of those that are skipped; its `seq` is the cursor. */
  digest: AlertDigest | undefined
}

/**
 * Returns where an overlay goes on. What one that we trust skips is recorded as skipped. One that only has the address, whose cursor
 * may be anything, learns nothing of old alerts but the last five.
 */
export async function resume(db: Db, away: Away): Promise<Resumption> {
  const { creatorUid, cursor, lastSeq, trust, missedAlerts } = away
  const count = trust ? oldAlerts[missedAlerts] : Math.min(oldAlerts[missedAlerts], publicOldAlerts)
  const start = lastSeq - cursor > count ? await findOldStart(db, creatorUid, count) : 0
  if (start <= cursor) return { cursor, digest: undefined }
  if (trust) await markSkipped(db, creatorUid, start)
  if (missedAlerts !== 'digest') return { cursor: start, digest: undefined }
  const from = trust ? cursor : Math.max(cursor, await findOldStart(db, creatorUid, publicOldAlerts))
  return { cursor: start, digest: await readDigest(db, creatorUid, from, start) }
}
