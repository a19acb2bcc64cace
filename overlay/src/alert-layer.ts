/** The alert of a scene: the alert box, which draws at the layer's place. */
import type { SceneLayer } from '../../contract/alerts/scene.ts'
import type { LiveScene } from '../../contract/sockets.ts'
import type { View } from './alert-view.ts'
import type { PageQuery } from './page-query.ts'
import { placeOf } from './place-of.ts'
import { reloadOnce } from './reload-once.ts'

export interface AlertLayer {
  /**
   * Plays alerts from the first scene on that shows them. A page that cannot show an alert must not begin it, so it is loaded anew if a
   * later scene hides them.
   */
  follow(scene: LiveScene): void
}

export function openAlertLayer(query: PageQuery): AlertLayer {
  let layer: SceneLayer | undefined
  let isPlaying = false

  return {
    follow({ version, layers }) {
      layer = layers.find(({ kind }) => kind === 'alert')
      if (isPlaying && !layer?.isVisible) void reloadOnce(`scene ${version}`)
      if (isPlaying || !layer?.isVisible) return
      isPlaying = true
      import('./play-alerts.ts').then(
        ({ playAlerts }) => playAlerts(query, (view) => (layer ? onScene(view, layer) : view)),
        () => void reloadOnce('alerts'), // a deployment has replaced the file by that of another build
      )
    },
  }
}

/** Returns how an alert is drawn on a scene: at its layer's place, and without a goal's bar, which is a layer of its own. */
export function onScene(view: View, layer: SceneLayer): View {
  const hasEmoji = view.hasEmoji || document.documentElement.classList.contains('emoji') // widgets may need them
  return { ...view, hasEmoji, look: { ...view.look, place: placeOf(layer), showsGoal: false } }
}
