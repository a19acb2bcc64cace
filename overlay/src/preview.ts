/**
 * The alert page in the frame of the editor of styles: shows the alert that the editor sends, with the code that draws alerts on the
 * stream. It has no connection and plays no sound.
 */
import { stayMsOf } from '../../contract/alerts/alert-looks.ts'
import { showInPreview } from '../../contract/alerts/alert-preview.ts'
import type { ShowInPreview } from '../../contract/alerts/alert-preview.ts'
import { loadFonts } from './alert-fonts.ts'
import { showAlert } from './alert-view.ts'
import { playAlert } from './celebration.ts'
import { find, wait } from './dom.ts'
import { listenToEditor, sendToEditor } from './editor.ts'
import { openSheet } from './stage.ts'
import { loadPicture } from './pictures.ts'
import { loadTheme } from './themes/load-theme.ts'

/** How long nothing is shown after an alert has left, before the editor shows it again, in milliseconds. */
const pauseMs = 500

const sheet = openSheet()
/** Rises with each message, so that an alert which takes long does not replace a later one. */
let turn = 0

listenToEditor(showInPreview, (message) => void show(message))
sendToEditor({ type: 'ready' })

async function show({ look, alert, variation, pageUrl, isPlaying }: ShowInPreview): Promise<void> {
  const own = ++turn
  const [theme, picture, hasEmoji] = await Promise.all([
    loadTheme(look.theme),
    look.picture ? loadPicture(look.picture) : undefined,
    loadFonts(look, alert),
  ])
  if (own !== turn) return
  clear()
  sheet.use(theme)
  const view = { look, theme, picture: picture || undefined, hasEmoji, variation, pageUrl }
  if (!isPlaying) {
    showAlert(alert, view)
    return hold()
  }
  const remove = playAlert(alert, view)
  await wait(stayMsOf(look, alert, 0))
  if (own !== turn) return
  await remove()
  await wait(pauseMs)
  if (own === turn) sendToEditor({ type: 'played' })
}

/** Removes what is shown, at once. */
function clear(): void {
  for (const selector of ['#alert', '#goal']) find(document, selector).replaceChildren()
  document.querySelector('.celebration')?.remove()
}

/** Shows everything as it is once its animations have ended. */
function hold(): void {
  for (const element of document.querySelectorAll('.alert, .bar')) element.classList.add('still')
}
