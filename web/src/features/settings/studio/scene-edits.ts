/** Changes of a scene. The functions are pure. */
import { maxPlace, maxScaleOf, scaleLimits } from '../../../../../contract/alerts/scene.ts'
import type { LayerKind, Scene, SceneLayer } from '../../../../../contract/alerts/scene.ts'
import type { LayerBox } from '../../../../../contract/alerts/scene-preview.ts'

/** The point of a layer: which part of the free space is before it (`contract/alerts/scene.ts`). */
export type Point = Pick<SceneLayer, 'x' | 'y'>
type Free = LayerBox['free']

/** How near a dragged layer has to be, in pixels of the picture, to be put to an edge, a margin or the middle. */
const snapPixels = 8
/** The margin that alert box and widgets keep on pages of their own, in pixels of the picture. */
const margin = 40

/** Returns a layer of a scene, which `completeScene` has given all. */
export function layerOf(scene: Scene, kind: LayerKind): SceneLayer {
  return scene.layers.find((layer) => layer.kind === kind)!
}

/** Returns a scene with a changed layer. What is out of its limits is brought within them. */
export function editLayer(scene: Scene, kind: LayerKind, edit: Partial<SceneLayer>): Scene {
  const layers = scene.layers.map((layer) => (layer.kind === kind ? limit({ ...layer, ...edit }) : layer))
  return { ...scene, layers }
}

function limit(layer: SceneLayer): SceneLayer {
  const { x, y, scale, kind } = layer
  return {
    ...layer,
    x: clamp(x, 0, maxPlace),
    y: clamp(y, 0, maxPlace),
    scale: clamp(scale, scaleLimits.min, maxScaleOf(kind)),
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.min(Math.max(value, min), max))
}

/** Returns where a layer is after so many pixels of the picture. One that fills the picture stays. */
export function moveBy({ x, y }: Point, free: Free, right: number, down: number): Point {
  return { x: shift(x, free.x, right), y: shift(y, free.y, down) }
}

function shift(place: number, free: number, pixels: number): number {
  return free < 1 ? place : clamp(place + (pixels / free) * maxPlace, 0, maxPlace)
}

/** Returns the point of a dragged layer at the edges, the margins or the middle, if it is near them. */
export function snap({ x, y }: Point, free: Free): Point {
  return { x: snapTo(x, free.x), y: snapTo(y, free.y) }
}

function snapTo(place: number, free: number): number {
  if (free < 1) return place
  const perPixel = maxPlace / free
  const inset = Math.round(margin * perPixel)
  const marks = [0, maxPlace, maxPlace / 2, ...(free > 4 * margin ? [inset, maxPlace - inset] : [])]
  return marks.find((mark) => Math.abs(mark - place) < snapPixels * perPixel) ?? place
}

/** Returns the scene with a layer moved so many steps to the front. */
export function reorder(scene: Scene, kind: LayerKind, steps: number): Scene {
  const at = scene.layers.findIndex((layer) => layer.kind === kind)
  const to = clamp(at + steps, 0, scene.layers.length - 1)
  return { ...scene, layers: scene.layers.toSpliced(at, 1).toSpliced(to, 0, scene.layers[at]!) }
}
