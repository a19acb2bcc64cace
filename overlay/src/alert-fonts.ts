/** Loads fonts before an alert needs them, so that it is measured with the fonts with which it is drawn. */
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { QueuedAlert } from './alert-queue.ts'

/** The fonts of a look's headlines, and of everything else. */
const families = { bricolage: 'Bricolage Grotesque Variable', figtree: 'Figtree Variable' }
/** Characters that every alert may have. */
const common = 'Aä09'

/**
 * Loads the parts of the fonts that have an alert's characters. It never rejects: without a font the browser takes one of its own.
 * Only a part that some character needs is loaded (https://drafts.csswg.org/css-font-loading/#font-face-set-load).
 */
export async function loadFonts({ font }: Pick<AlertLook, 'font'>, alert: QueuedAlert): Promise<void> {
  const text = [common, alert.name, alert.message, alert.goal?.title].join('')
  const fonts = [families[font], families.figtree].map((name) => `700 1em '${name}'`)
  const missing = fonts.filter((each) => document.fonts && !document.fonts.check(each, text))
  await Promise.allSettled(missing.map((each) => document.fonts.load(each, text)))
}
