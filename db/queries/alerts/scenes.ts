/** Creators' scenes. */
import { sql } from 'kysely'
import type { AlertPlace } from '../../../contract/alerts/alert-style.ts'
import type { Scene } from '../../../contract/alerts/scene.ts'
import type { Db } from '../../connection.ts'
import { draftsOf } from './drafts.ts'

export const { save: saveSceneDraft, publish: publishScene } = draftsOf<Scene>('scene')

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
