/** Calls for a creator's scene. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { scene } from './scene.ts'

/** The number of a draft. It rises with each change, so that a page cannot overwrite what it has not seen. */
const draftVersion = z.int().check(z.nonnegative())

export const ownScene = z.object({
  /** What the creator works on. */
  draft: scene,
  /** 0 until a draft was saved. */
  draftVersion,
  /** What the stream shows; our standard scene until the creator has published one. */
  live: scene,
  /** Which draft was published last; 0 if none was. */
  liveVersion: draftVersion,
})
export type OwnScene = z.output<typeof ownScene>

export const getScene = creatorCall.get('account/scene', {
  summary: 'The signed-in creator’s scene: the draft and what the stream shows.',
  response: ownScene,
})

export const saveSceneDraft = creatorCall.post('account/save-scene-draft', {
  summary: 'Saves the draft of the scene, unless another page has saved one since `draftVersion`.',
  body: z.object({ draft: scene, draftVersion }),
  response: ownScene,
})

export const publishScene = creatorCall.post('account/publish-scene', {
  summary: 'Shows the draft on the stream. Open scenes need no reload.',
  body: z.object({ draftVersion }),
  response: ownScene,
})
