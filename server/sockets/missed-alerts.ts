/**
 * Decides which alerts an overlay gets when it reconnects: all of the last ten minutes and, of older ones, as many as the
 * creator's settings allow.
 */
import type { MissedAlerts } from '../../contract/alerts/overlay-calls.ts'
import type { AlertDigest } from '../../contract/alerts/alert.ts'
import type { Db } from '../../db/connection.ts'
import { findOldStart, markSkipped } from '../../db/queries/alerts/missed-alerts.ts'
import { readDigest } from '../../domain/alerts/digest.ts'
import type { Trust } from './alert-feed.ts'

/** The maximum number of older alerts for an overlay without key or session. */
const publicOldAlerts = 5
const oldAlerts = { all: Infinity, 'last-five': 5, digest: 0, none: 0 } as const

interface Away {
  creatorUid: string
  /** The cursor that the overlay sent. */
  cursor: number
  /** The `seq` of the creator's last alert. */
  lastSeq: number
  trust: Trust
  missedAlerts: MissedAlerts
}

export interface Resumption {
  /** The overlay gets the alerts after this `seq`. */
  cursor: number
  /** A summary of the alerts that are skipped, sent before the others; its `seq` is the cursor. */
  digest: AlertDigest | undefined
}

/**
 * Returns where a reconnecting overlay continues. If it has proved by key or session that it is the creator's own, the alerts
 * that it skips are recorded as skipped. If not, its cursor may be made up, so it gets at most the last five of the older alerts.
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
