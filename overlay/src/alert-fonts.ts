/** Loads fonts before an alert needs them, so that it is measured with the fonts with which it is drawn. */
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { sentencesOf } from './alert-texts.ts'

/** The fonts of a look's headlines, and of everything else. */
const families = { bricolage: 'Bricolage Grotesque Variable', figtree: 'Figtree Variable' }
/** Characters that every alert may have. */
const common = 'Aä09'

/**
 * Loads the parts of the fonts that have an alert's characters. It never rejects: without a font the browser takes one of its own.
 * Only a part that some character needs is loaded (https://drafts.csswg.org/css-font-loading/#font-face-set-load). Resolves to whether
 * the alert has emoji and they are here as well.
 */
export async function loadFonts(
  look: Pick<AlertLook, 'font' | 'texts'>,
  alert: QueuedAlert,
): Promise<boolean> {
  const { headline, line } = sentencesOf(alert, look)
  const title = alert.kind === 'show' ? [alert.show.title, alert.show.unit].join(' ') : alert.goal?.title
  const text = [common, headline, line, alert.name, alert.message, title].join('\n')
  const hasEmoji = import('./emoji.ts').then(
    ({ loadEmoji }) => loadEmoji(text),
    () => false,
  )
  const fonts = [families[look.font], families.figtree].map((name) => `700 1em '${name}'`)
  const missing = fonts.filter((each) => document.fonts && !document.fonts.check(each, text))
  await Promise.allSettled(missing.map((each) => document.fonts.load(each, text)))
  return hasEmoji
}
