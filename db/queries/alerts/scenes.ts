/** Creators' scenes. Every query finds rows by key. */
import { sql } from 'kysely'
import type { AlertPlace } from '../../../contract/alerts/alert-style.ts'
import type { Scene } from '../../../contract/alerts/scene.ts'
import type { Db } from '../../connection.ts'

export interface StoredScene {
  /** Null until a draft was saved, as are the two versions then 0. */
  draft: Scene | null
  draftVersion: number
  /** Null until a draft was published. */
  live: Scene | null
  liveVersion: number
  /** Where the published style of alerts has the alert; null without a published style. */
  alertPlace: AlertPlace | null
}

/** Returns a creator's scene, and the alert's place in the style. It is one statement, which finds both rows by primary key. */
export async function findScene(db: Db, creatorUid: string): Promise<StoredScene> {
  const { rows } = await sql<StoredScene>`
    select scene.draft, coalesce(scene.draft_version, 0) as draft_version, scene.live,
      coalesce(scene.live_version, 0) as live_version, style.live #>> '{look,place}' as alert_place
    from (select ${creatorUid}::uuid as uid) creator
    left join scene on scene.creator_uid = creator.uid
    left join alert_style style on style.creator_uid = creator.uid
  `.execute(db)
  return rows[0]!
}

/** Stores a draft after `draftVersion`; returns false if that is no longer the last one. */
export async function saveSceneDraft(
  db: Db,
  creatorUid: string,
  draft: Scene,
  draftVersion: number,
): Promise<boolean> {
  const row = { draft: JSON.stringify(draft), draftVersion: draftVersion + 1 }
  const first = db
    .insertInto('scene')
    .values({ creatorUid, ...row })
    .onConflict((oc) => oc.doNothing())
    .returning('creatorUid')
  const later = db
    .updateTable('scene')
    .set(row)
    .where('creatorUid', '=', creatorUid)
    .where('draftVersion', '=', draftVersion)
    .returning('creatorUid')
  const saved = await (draftVersion === 0 ? first : later).executeTakeFirst()
  return saved !== undefined
}

/** Makes a draft the scene of the stream; returns false if `draftVersion` is no longer the last one. */
export async function publishScene(db: Db, creatorUid: string, draftVersion: number): Promise<boolean> {
  const published = await db
    .updateTable('scene')
    .set((eb) => ({ live: sql<string>`draft`, liveVersion: eb.ref('draftVersion') }))
    .where('creatorUid', '=', creatorUid)
    .where('draftVersion', '=', draftVersion)
    .returning('creatorUid')
    .executeTakeFirst()
  return published !== undefined
}
