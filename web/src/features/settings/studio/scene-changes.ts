/** Names what differs between two scenes, for the question before one is published. */
import { isSame } from '../../../lib/forms/is-same.ts'
import type { LayerKind, Scene, SceneLayer } from '../../../../../contract/alerts/scene.ts'

export type LayerChange = 'shown' | 'hidden' | 'moved' | 'resized' | 'content'
export interface SceneChange {
  kind: LayerKind
  what: LayerChange
}

/** Returns what has changed in each layer, the front one first. Of one that appears or goes that is all. */
export function listLayerChanges(before: Scene, after: Scene): SceneChange[] {
  return after.layers.toReversed().flatMap((layer) => {
    const old = before.layers.find(({ kind }) => kind === layer.kind)
    return changesOf(old, layer).map((what) => ({ kind: layer.kind, what }))
  })
}

/** Returns whether the layers are in another order. */
export function isReordered(before: Scene, after: Scene): boolean {
  const order = ({ layers }: Scene) => layers.map(({ kind }) => kind)
  return !isSame(order(before), order(after))
}

function changesOf(before: SceneLayer | undefined, after: SceneLayer): LayerChange[] {
  if (!before) return after.isVisible ? ['shown'] : []
  if (before.isVisible !== after.isVisible) return [after.isVisible ? 'shown' : 'hidden']
  const changes: LayerChange[] = []
  if (before.x !== after.x || before.y !== after.y) changes.push('moved')
  if (before.scale !== after.scale) changes.push('resized')
  if (!isSame(before.parameters, after.parameters)) changes.push('content')
  return changes
}
