/** The font of emoji, in pieces. The page loads this file once a text has emoji. */
import css from '@infolektuell/noto-color-emoji/index.css?inline'

/** As in `shared.css` and `scripts/emoji-font.ts`: not the font's own name, which may be that of an older one on the device. */
const font = "1em 'Brimful Emoji'"
/** The joiner, which most pieces have, and the selector of a form. No piece is loaded for them alone. */
const joiners = /\u200d|\ufe0f/g
const clusters = new Intl.Segmenter()

/** Loads the pieces for the emoji of a text, which has some. `picture` matches what makes an emoji. Resolves to whether all are here. */
export async function loadPieces(text: string, picture: RegExp): Promise<boolean> {
  if (!document.querySelector('style[data-emoji]')) addSheet()
  const emoji = listEmoji(text, picture).join('').replaceAll(joiners, '')
  await document.fonts.load(font, emoji)
  return document.fonts.check(font, emoji)
}

function addSheet(): void {
  const element = document.createElement('style')
  element.dataset['emoji'] = ''
  element.textContent = css
  document.head.prepend(element)
}

/** Lists the emoji of a text, each as people see it. Letters and digits are not among them, but those of keycaps are. */
function listEmoji(text: string, picture: RegExp): string[] {
  return Array.from(clusters.segment(text), ({ segment }) => segment).filter((each) => picture.test(each))
}
