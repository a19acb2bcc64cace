/** The scene that creators have until they change it. This file has no schema, so that it costs pages nothing but itself. */
import type { AlertPlace } from './alert-style.ts'
import type { LayerKind, Scene, SceneLayer } from './scene.ts'

/** Distances from the edges as in the addresses of their own, and the middle. */
const [start, middle, end] = [500, 5_000, 9_500] as const

const standardLayers: Record<LayerKind, Pick<SceneLayer, 'isVisible' | 'x' | 'y'>> = {
  goal: { isVisible: true, x: start, y: end },
  timer: { isVisible: false, x: end, y: start },
  top: { isVisible: false, x: end, y: middle },
  recent: { isVisible: false, x: end, y: end },
  total: { isVisible: false, x: start, y: start },
  alert: { isVisible: true, x: middle, y: 0 },
}

/** Returns the scene of a creator who has none: the goal, and the alert at the place that its look has. */
export function standardScene(alertPlace: AlertPlace): Scene {
  const kinds = Object.keys(standardLayers) as LayerKind[]
  const layers = kinds.map((kind): SceneLayer => {
    const place = kind === 'alert' ? pointOf(alertPlace) : {}
    return { kind, ...standardLayers[kind], ...place, scale: 100, parameters: {} }
  })
  return { version: 1, layers }
}

/** Returns a scene with all kinds of layers: those that it lacks are hidden, and behind the others. */
export function completeScene(scene: Scene): Scene {
  const own = new Set(scene.layers.map(({ kind }) => kind))
  const missing = standardScene('top').layers.filter(({ kind }) => !own.has(kind))
  return { ...scene, layers: [...missing.map((layer) => ({ ...layer, isVisible: false })), ...scene.layers] }
}

function pointOf(place: AlertPlace): { x: number; y: number } {
  const x = place.endsWith('left') ? 0 : place.endsWith('right') ? 2 * middle : middle
  const y = place.startsWith('top') ? 0 : place.startsWith('bottom') ? 2 * middle : middle
  return { x, y }
}
