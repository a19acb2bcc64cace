/** Creators' scenes: reading, saving the draft, and publishing it. */
import type { Scene } from '../../contract/alerts/scene.ts'
import type { OwnScene } from '../../contract/alerts/scene-calls.ts'
import { completeScene, standardScene } from '../../contract/alerts/standard-scene.ts'
import { AppError } from '../../contract/errors.ts'
import type { LiveScene } from '../../contract/sockets.ts'
import type { Db } from '../../db/connection.ts'
import * as queries from '../../db/queries/alerts/scenes.ts'

/** Returns a creator's draft and live scene, with all kinds of layers; our standard scene if the creator has saved none. */
export async function readScene(db: Db, creatorUid: string): Promise<OwnScene> {
  const { draft, draftVersion, live, liveVersion, alertPlace } = await queries.findScene(db, creatorUid)
  const standard = standardScene(alertPlace ?? 'top')
  return {
    draft: completeScene(draft ?? standard),
    draftVersion,
    live: completeScene(live ?? standard),
    liveVersion,
  }
}

/** Returns the scene that a creator's stream shows. */
export async function readLiveScene(db: Db, creatorUid: string): Promise<LiveScene> {
  const { live, liveVersion } = await readScene(db, creatorUid)
  return { version: liveVersion, layers: live.layers }
}

/** Saves a draft. Throws AppError `scene_changed` if another page has saved a draft after `draftVersion`. */
export async function saveSceneDraft(
  db: Db,
  creatorUid: string,
  draft: Scene,
  draftVersion: number,
): Promise<void> {
  if (!(await queries.saveSceneDraft(db, creatorUid, draft, draftVersion)))
    throw new AppError('scene_changed')
}

/** Shows the draft on the stream. Throws AppError `scene_changed` if `draftVersion` is no longer the last one. */
export async function publishScene(db: Db, creatorUid: string, draftVersion: number): Promise<void> {
  if (!(await queries.publishScene(db, creatorUid, draftVersion))) throw new AppError('scene_changed')
}
