/** Creators' settings of their overlays. A creator's row exists once there is a key. Every query reads rows by their key. */
import type { MissedAlerts, OverlaySettings } from '../../contract/overlay-calls.ts'
import type { Db } from '../connection.ts'

export interface NewOverlayKey {
  keyHash: Buffer
  keySealed: string
}

export interface OverlayRules {
  keyHash: Buffer
  isKeyRequired: boolean
  missedAlerts: MissedAlerts
}

/** Returns the rules of these creators; those without settings are left out. */
export async function findOverlayRules(
  db: Db,
  creatorUids: readonly string[],
): Promise<Map<string, OverlayRules>> {
  const rows = await db
    .selectFrom('overlaySetting')
    .select(['creatorUid', 'keyHash', 'isKeyRequired', 'missedAlerts'])
    .where('creatorUid', '=', (eb) => eb.fn.any(eb.val(creatorUids)))
    .execute()
  return new Map(rows.map(({ creatorUid, ...rules }) => [creatorUid, rules]))
}

/** Stores a key if the creator has none; returns the creator's sealed key. */
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

/** Stores a key in place of the creator's former one. */
export async function replaceOverlayKey(db: Db, creatorUid: string, key: NewOverlayKey): Promise<void> {
  await db
    .insertInto('overlaySetting')
    .values({ creatorUid, ...key })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet(key))
    .execute()
}

export const defaultOverlaySettings: OverlaySettings = { isKeyRequired: false, missedAlerts: 'last-five' }

/** Returns a creator's settings, or the defaults. */
export async function getOverlaySettings(db: Db, creatorUid: string): Promise<OverlaySettings> {
  const own = await db
    .selectFrom('overlaySetting')
    .select(['isKeyRequired', 'missedAlerts'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return own ?? defaultOverlaySettings
}

/** Stores a creator's settings, with `key` if the creator has none. */
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
