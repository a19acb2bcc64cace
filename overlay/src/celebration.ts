/** Plays alerts with the celebration of a funded goal, which the theme draws over the whole picture. */
import { celebrationMs, isCelebrated } from '../../contract/alerts/alert-looks.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { showAlert } from './alert-view.ts'
import type { View } from './alert-view.ts'
import { setLook } from './look.ts'
import type { Celebration } from './themes/theme.ts'

/**
 * Shows an alert as on the stream: a funded goal is celebrated at the same time. The celebration lies below the alert, which stays readable
 * and counts as drawn. The returned function ends both.
 */
export function playAlert(alert: QueuedAlert, view: View): () => Promise<void> {
  const { look, theme } = view
  const celebration = theme && isCelebrated(look, alert) ? celebrate(theme.celebration, look) : undefined
  const remove = showAlert(alert, view)
  return () => {
    celebration?.remove()
    return remove()
  }
}

/** Begins a celebration, which removes itself by a timer, because hidden pages in OBS run no animations. */
function celebrate({ css, draw }: Celebration, look: View['look']): Element {
  const element = document.createElement('div')
  element.className = 'celebration'
  element.ariaHidden = 'true'
  setLook(element, look)
  const sheet = document.createElement('style')
  sheet.textContent = css
  element.append(sheet, ...draw())
  document.body.prepend(element)
  setTimeout(() => element.remove(), celebrationMs)
  return element
}
