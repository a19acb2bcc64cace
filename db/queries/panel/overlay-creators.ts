/**
 * Reads what a server needs to know about a creator when an overlay connects. It is one statement, because after a restart all
 * overlays connect at once.
 */
import { sql } from 'kysely'
import type { AlertStyle } from '../../../contract/alerts/alert-style.ts'
import type { MissedAlerts } from '../../../contract/alerts/overlay-calls.ts'
import type { OverlayControl, OverlaySounds } from '../../../contract/sockets.ts'
import type { Db } from '../../connection.ts'
import { defaultOverlaySettings } from '../alerts/overlay-settings.ts'
import { controlJson, defaultControl } from './panel.ts'
import { alertSoundJson, defaultAlertSound } from '../alerts/sounds.ts'

export interface OverlayCreator {
  /** The `seq` of the creator's last alert; 0 if there is none. */
  lastSeq: number
  /** The last alert that any overlay of the creator has begun. */
  playedSeq: number
  /** The hash of the creator's overlay key; null if the creator has none. */
  keyHash: Buffer | null
  isKeyRequired: boolean
  missedAlerts: MissedAlerts
  sounds: OverlaySounds
  /** The published style with its version, and the name of the creator's page; null if the creator has published none. */
  style: PublishedStyle | null
  /** What the creator's control panel says. */
  control: OverlayControl
}

export interface PublishedStyle {
  style: AlertStyle
  version: number
  userName: string
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
    .leftJoin('alertSound', 'alertSound.creatorUid', 'account.uid')
    .leftJoin('speechSetting', 'speechSetting.creatorUid', 'account.uid')
    .leftJoin('alertStyle', 'alertStyle.creatorUid', 'account.uid')
    .leftJoin('panelState', 'panelState.creatorUid', 'account.uid')
    .select((eb) => [
      'uid',
      controlJson.as('control'),
      eb.fn.coalesce('alertSeq', sql<number>`0`).as('lastSeq'),
      eb.fn.coalesce('playedSeq', sql<number>`0`).as('playedSeq'),
      'keyHash',
      eb.fn.coalesce('isKeyRequired', eb.val(isKeyRequired)).as('isKeyRequired'),
      eb.fn.coalesce('missedAlerts', eb.val(missedAlerts)).as('missedAlerts'),
      sql<OverlaySounds | null>`case when alert_sound.creator_uid is not null then ${alertSoundJson} end`.as(
        'sounds',
      ),
      sql<
        OverlaySounds['speech']
      >`case when speech_setting.engine <> 'off' then jsonb_build_object('engine', speech_setting.engine,
        'voice', speech_setting.voice, 'fromAmount', speech_setting.min_tip_minor, 'volume', speech_setting.volume) end`.as(
        'speech',
      ),
      sql<PublishedStyle | null>`case when alert_style.live is not null then jsonb_build_object('style', alert_style.live,
        'version', alert_style.live_version, 'userName', account.user_name) end`.as('style'),
    ])
    .where('uid', '=', (eb) => eb.fn.any(eb.val(uids)))
    .where('accountType', '=', 1)
    .where('deletionDueAt', 'is', null)
    .execute()
  return new Map(
    rows.map(({ uid, sounds, speech, control, ...creator }) => [
      uid,
      {
        ...creator,
        control: control ?? defaultControl,
        sounds: { ...(sounds ?? defaultAlertSound), ...(speech && { speech }) },
      },
    ]),
  )
}
