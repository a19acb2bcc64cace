/**
 * A creator's scene: where the alert and the widgets are in the picture. The schema is strict, so a scene of a later version is refused
 * instead of half understood.
 */
import * as z from 'zod/mini'
import { widgetNames } from './widget-preview.ts'

/** What a scene has, each once at most. */
export const layerKinds = ['alert', ...widgetNames] as const
export type LayerKind = (typeof layerKinds)[number]

/** A place: which part of the free space is before the layer. 0 puts it at the left or upper edge, `maxPlace` at the other one. */
export const maxPlace = 10_000
/** The size of a layer in per cent of its natural one. An alert is not enlarged, because its texts are fitted to the picture. */
export const scaleLimits = { min: 25, max: 300, maxOfAlert: 100 } as const

const place = z.int().check(z.minimum(0), z.maximum(maxPlace))

/** What a widget shows, as in its own address (docs/widgets.md); each widget has some of them. */
export const layerParameters = z.strictObject({
  goals: z.optional(z.literal('all')),
  goal: z.optional(z.uuid()),
  timer: z.optional(z.uuid()),
  period: z.optional(z.enum(['week', 'month', 'all'])),
  count: z.optional(z.string().check(z.regex(/^([1-9]|10)$/))),
  of: z.optional(z.enum(['stream', 'today', 'month', 'goal'])),
})
export type LayerParameters = z.output<typeof layerParameters>

export const sceneLayer = z
  .strictObject({
    kind: z.enum(layerKinds),
    isVisible: z.boolean(),
    x: place,
    y: place,
    scale: z.int().check(z.minimum(scaleLimits.min), z.maximum(scaleLimits.max)),
    parameters: layerParameters,
  })
  .check(z.refine(({ kind, scale }) => scale <= maxScaleOf(kind)))
export type SceneLayer = z.output<typeof sceneLayer>

export const scene = z.strictObject({
  /** The version of this schema. */
  version: z.literal(1),
  /** From the back to the front. */
  layers: z.array(sceneLayer).check(
    z.maxLength(layerKinds.length),
    z.refine((layers) => new Set(layers.map(({ kind }) => kind)).size === layers.length),
  ),
})
export type Scene = z.output<typeof scene>

/** Returns the greatest size of a kind of layer, in per cent. */
export function maxScaleOf(kind: LayerKind): number {
  return kind === 'alert' ? scaleLimits.maxOfAlert : scaleLimits.max
}
