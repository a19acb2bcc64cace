/**
 * Reads what a server needs to know about a creator when an overlay connects. It is one statement, because after a restart all
 * overlays connect at once.
 */
import { sql } from 'kysely'
import type { MissedAlerts } from '../../contract/overlay-calls.ts'
import type { Db } from '../connection.ts'
import { defaultOverlaySettings } from './overlay-settings.ts'

export interface OverlayCreator {
  /** The `seq` of the creator's last alert; 0 if there is none. */
  lastSeq: number
  /** The last alert that any overlay of the creator has begun. */
  playedSeq: number
  /** The hash of the creator's overlay key; null if the creator has none. */
  keyHash: Buffer | null
  isKeyRequired: boolean
  missedAlerts: MissedAlerts
}

/** Returns these creators by uid. Accounts that are not creators are left out. Finds all rows by primary key. */
export async function findOverlayCreators(
  db: Db,
  uids: readonly string[],
): Promise<Map<string, OverlayCreator>> {
  const { isKeyRequired, missedAlerts } = defaultOverlaySettings
  const rows = await db
    .selectFrom('account')
    .leftJoin('creatorCounter', 'creatorCounter.creatorUid', 'account.uid')
    .leftJoin('overlaySetting', 'overlaySetting.creatorUid', 'account.uid')
    .select((eb) => [
      'uid',
      eb.fn.coalesce('alertSeq', sql<number>`0`).as('lastSeq'),
      eb.fn.coalesce('playedSeq', sql<number>`0`).as('playedSeq'),
      'keyHash',
      eb.fn.coalesce('isKeyRequired', eb.val(isKeyRequired)).as('isKeyRequired'),
      eb.fn.coalesce('missedAlerts', eb.val(missedAlerts)).as('missedAlerts'),
    ])
    .where('uid', '=', (eb) => eb.fn.any(eb.val(uids)))
    .where('accountType', '=', 1)
    .where('deletionDueAt', 'is', null)
    .execute()
  return new Map(rows.map(({ uid, ...creator }) => [uid, creator]))
}
