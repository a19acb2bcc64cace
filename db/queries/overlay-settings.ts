/** Creators' settings of their overlays. A creator's row exists once there is a key. Every query reads rows by their key. */
import type { Db } from '../connection.ts'

export interface NewOverlayKey {
  keyHash: Buffer
  keySealed: string
}

export interface OverlayRules {
  keyHash: Buffer
  isKeyRequired: boolean
}

/** Returns the rules of these creators; those without settings are left out. */
export async function findOverlayRules(
  db: Db,
  creatorUids: readonly string[],
): Promise<Map<string, OverlayRules>> {
  const rows = await db
    .selectFrom('overlaySetting')
    .select(['creatorUid', 'keyHash', 'isKeyRequired'])
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

export type OverlaySettings = Awaited<ReturnType<typeof getOverlaySettings>>

const defaults = { isKeyRequired: false }

/** Returns a creator's settings, or the defaults. */
export async function getOverlaySettings(db: Db, creatorUid: string) {
  const own = await db
    .selectFrom('overlaySetting')
    .select(['isKeyRequired'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return own ?? defaults
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
