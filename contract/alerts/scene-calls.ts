/** Calls for a creator's scene. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { draftVersion, ownDraft } from './own-draft.ts'
import { scene } from './scene.ts'

const ownScene = ownDraft(scene)
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
