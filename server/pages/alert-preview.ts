/**
 * The alert page as a creator sees it in a tab. The page is transparent, for OBS, and so looks empty there; with `preview=1` the
 * server adds a ground and a text to its HTML. The page's own code stays the same, because its size is limited.
 */
import { readFile } from 'node:fs/promises'
import type { Locale } from '../../contract/locale.ts'
import { escapeHtml } from '../../domain/mail/render-email.ts'
import { m } from '../../i18n/compiled/messages.js'

const styles = '<link rel="stylesheet" href="/overlay-preview.css">'

/** Reads the alert page and adds the preview's style sheet, and the texts that are visible without an alert, and at a wrong address. */
export async function readAlertPreview(file: string, locale: Locale): Promise<string> {
  const html = await readFile(file, 'utf8')
  const waiting = escapeHtml(m.overlay_waiting({}, { locale }))
  const problem = escapeHtml(m.overlay_wrong_address({}, { locale }))
  const texts = `<p id="waiting">${waiting}</p><p id="problem" role="alert">${problem}</p>`
  return html
    .replace('</head>', () => `${styles}</head>`)
    .replace('<section id="goal"></section>', (goal) => goal + texts)
}
