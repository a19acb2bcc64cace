/**
 * The scene's page as the canvas of the studio: shows what the studio sends, with the code that draws the scene on the stream, and says
 * where its layers are. It has no connection and plays no sound.
 */
import type { SceneLayer } from '../../contract/alerts/scene.ts'
import { toScenePage } from '../../contract/alerts/scene-preview.ts'
import type { LayerBox, SceneContent } from '../../contract/alerts/scene-preview.ts'
import { onScene } from './alert-layer.ts'
import { loadFonts } from './alert-fonts.ts'
import { showAlert } from './alert-view.ts'
import { find } from './dom.ts'
import { listenToEditor, sendToEditor } from './editor.ts'
import { watchEmoji } from './emoji.ts'
import { loadPicture } from './pictures.ts'
import { placeOf } from './place-of.ts'
import { openPreviewFeed } from './preview-feed.ts'
import { shareFeed } from './scene-feed.ts'
import { openLayers } from './scene-layers.ts'
import { openSheet } from './stage.ts'
import { loadTheme } from './themes/load-theme.ts'
import { followLook } from './widget.ts'

const sheet = openSheet()
const { feed, tell } = openPreviewFeed()
const layers = openLayers(shareFeed(feed), () => {}, report)
let content: SceneContent | undefined
let alertLayer: SceneLayer | undefined
/** Rises with each drawing of the alert, so that one which takes long does not replace a later one. */
let turn = 0
/** The frame in which the places are reported next. */
let frame = 0

followLook(feed)
listenToEditor(toScenePage, (message) => {
  if (message.type === 'content') {
    content = message
    tell(message)
    void drawAlert()
  } else showLayers(message.layers)
})
sendToEditor({ type: 'ready' })
watchEmoji()

function showLayers(shown: readonly SceneLayer[]): void {
  const before = alertLayer && placeOf(alertLayer)
  alertLayer = shown.find(({ kind }) => kind === 'alert')
  layers.show(shown)
  if (alertLayer && placeOf(alertLayer) !== before) void drawAlert()
}

/** Shows the alert as it is once its animations have ended. */
async function drawAlert(): Promise<void> {
  if (!content || !alertLayer) return
  const own = ++turn
  const { look, alert, pageUrl } = content
  const [theme, picture, hasEmoji] = await Promise.all([
    loadTheme(look.theme),
    look.picture ? loadPicture(look.picture) : undefined,
    loadFonts(look, alert),
  ])
  if (own !== turn) return
  find(document, '#alert').replaceChildren()
  sheet.use(theme)
  const view = { look, theme, picture: picture || undefined, pageUrl, hasEmoji }
  showAlert(alert, onScene(view, alertLayer))
  find(document, '.alert').classList.add('still')
  report()
}

/** Tells the studio where the visible layers are, once they are laid out. */
function report(): void {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => {
    const elements = document.querySelectorAll<HTMLElement>('.layer:not([hidden])')
    sendToEditor({ type: 'boxes', boxes: [...elements].flatMap((element) => boxOf(element) ?? []) })
  })
}

function boxOf(layer: HTMLElement): LayerBox | undefined {
  const element = layer.id === 'alert' ? layer.querySelector('.alert') : layer
  if (!element) return undefined
  const { left, top, width, height } = element.getBoundingClientRect()
  const margins = getComputedStyle(element)
  const scale = Number(layer.dataset['scale'])
  const outer = (size: number, ...around: string[]) =>
    around.reduce((sum, margin) => sum + (parseFloat(margin) || 0) * scale, size)
  return {
    kind: layer.dataset['layer'] as LayerBox['kind'], // `scene-layers.ts` and `scene.html` write it
    left,
    top,
    width,
    height,
    free: {
      x: innerWidth - outer(width, margins.marginLeft, margins.marginRight),
      y: innerHeight - outer(height, margins.marginTop, margins.marginBottom),
    },
  }
}
