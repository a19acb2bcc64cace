/** What the studio and the scene's page in its frame send each other by `postMessage`. */
import * as z from 'zod/mini'
import { showInPreview } from './alert-preview.ts'
import { layerKinds, scene } from './scene.ts'
import { widgetSamples } from './widget-preview.ts'

/** The path of the scene's page as a preview. It opens no connection. */
export const scenePreviewPath = '/overlay/scene?editor'

/** To the page: what its layers show. */
const content = z.strictObject({
  type: z.literal('content'),
  look: showInPreview.shape.look,
  alert: showInPreview.shape.alert,
  pageUrl: showInPreview.shape.pageUrl,
  samples: widgetSamples,
})
export type SceneContent = z.output<typeof content>

/** To the page: where its layers are. */
const layers = z.strictObject({ type: z.literal('layers'), layers: scene.shape.layers })
export type SceneLayers = z.output<typeof layers>

export const toScenePage = z.discriminatedUnion('type', [content, layers])

/** A layer as it is in the picture, in pixels, and how much free space there is beside and above or below it. */
const layerBox = z.strictObject({
  kind: z.enum(layerKinds),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
  free: z.strictObject({ x: z.number(), y: z.number() }),
})
export type LayerBox = z.output<typeof layerBox>

/** To the studio: the page can show layers, or where the visible ones are. */
export const fromScenePage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('boxes'), boxes: z.array(layerBox) }),
])
export type FromScenePage = z.output<typeof fromScenePage>
