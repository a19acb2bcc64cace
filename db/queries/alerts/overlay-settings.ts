/**
 * Creators' settings for their overlays. A creator has a row only after an overlay key was created. Every query finds rows by
 * primary key.
 */
import type { OverlaySettings } from '../../../contract/alerts/overlay-calls.ts'
import type { Db } from '../../connection.ts'

export interface NewOverlayKey {
  keyHash: Buffer
  keySealed: string
}

/** Stores a key if the creator has none. Returns the sealed key that the creator now has. */
export async function keepOverlayKey(db: Db, creatorUid: string, key: NewOverlayKey): Promise<string> {
  const { keySealed } = await db
    .insertInto('overlaySetting')
    .values({ creatorUid, ...key })
    .onConflict((oc) =>
      oc.column('creatorUid').doUpdateSet((eb) => ({ keySealed: eb.ref('overlaySetting.keySealed') })),
    )
    .returning('keySealed')
    .executeTakeFirstOrThrow()
  return keySealed
}

/** Replaces the creator's key, or stores the first one. */
export async function replaceOverlayKey(db: Db, creatorUid: string, key: NewOverlayKey): Promise<void> {
  await db
    .insertInto('overlaySetting')
    .values({ creatorUid, ...key })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet(key))
    .execute()
}

export const defaultOverlaySettings: OverlaySettings = { isKeyRequired: false, missedAlerts: 'last-five' }

/** Returns a creator's overlay settings, or the defaults. */
export async function getOverlaySettings(db: Db, creatorUid: string): Promise<OverlaySettings> {
  const own = await db
    .selectFrom('overlaySetting')
    .select(['isKeyRequired', 'missedAlerts'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return own ?? defaultOverlaySettings
}

/** Stores a creator's overlay settings. If the creator has no key, also stores `key`. */
export async function saveOverlaySettings(
  db: Db,
  creatorUid: string,
  settings: OverlaySettings,
  key: NewOverlayKey,
): Promise<void> {
  await db
    .insertInto('overlaySetting')
    .values({ creatorUid, ...key, ...settings })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet(settings))
    .execute()
}
