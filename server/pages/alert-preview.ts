/**
 * The alert page as a creator sees it in a tab. The page is transparent, for OBS, and so looks empty there; with `preview=1` the
 * server adds a ground and a text to its HTML. The page's own code stays the same, because its size is limited.
 */
import { readFile } from 'node:fs/promises'
import type { Locale } from '../../contract/locale.ts'
import { escapeHtml } from '../../domain/mail/render-email.ts'
import { m } from '../../i18n/compiled/messages.js'

const styles = '<link rel="stylesheet" href="/overlay-preview.css">'

/** Reads the alert page and adds the preview's style sheet, and the text that is visible while there is no alert. */
export async function readAlertPreview(file: string, locale: Locale): Promise<string> {
  const html = await readFile(file, 'utf8')
  const text = escapeHtml(m.overlay_waiting({}, { locale }))
  return html
    .replace('</head>', () => `${styles}</head>`)
    .replace('<section id="goal"></section>', (goal) => `${goal}<p id="waiting">${text}</p>`)
}
