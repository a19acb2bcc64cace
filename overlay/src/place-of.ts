/** Names the place of a layer as looks name that of an alert. */
import type { AlertPlace } from '../../contract/alerts/alert-style.ts'
import type { maxPlace, SceneLayer } from '../../contract/alerts/scene.ts'

/** The contract's `maxPlace`, which only its type brings here. */
const most: typeof maxPlace = 10_000

const names = [
  ['top-left', 'top', 'top-right'],
  ['left', 'center', 'right'],
  ['bottom-left', 'bottom', 'bottom-right'],
] as const

/** Returns which of the nine places is nearest. */
export function placeOf({ x, y }: Pick<SceneLayer, 'x' | 'y'>): AlertPlace {
  const third = (place: number): 0 | 1 | 2 => (place < most / 3 ? 0 : place > (most * 2) / 3 ? 2 : 1)
  return names[third(y)][third(x)]
}
