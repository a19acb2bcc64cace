/**
 * Draws emoji in our own font, so that everybody sees the same ones. Its pieces are loaded only for the emoji that a text has
 * (docs/decisions/0067-emoji-font.md).
 */

/**
 * Matches characters that are drawn as pictures. The digits of keycaps are no pictures by themselves
 * (https://unicode.org/reports/tr51/#Emoji_Properties), and our fonts of text have the signs of copyright and trade marks.
 */
const picture = /(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Presentation}\u20e3]/u

/** Loads the pieces for a text. Resolves to whether it has emoji and all pieces are here; without them the device draws its own. */
export async function loadEmoji(text: string): Promise<boolean> {
  if (!picture.test(text)) return false
  try {
    const { loadPieces } = await import('./emoji-pieces.ts')
    return await loadPieces(text, picture)
  } catch {
    return false
  }
}

/** From now on draws the emoji of all that the page shows in our font, as soon as its pieces are here. */
export function watchEmoji(): void {
  const check = async () =>
    (await loadEmoji(document.body.textContent)) && document.documentElement.classList.add('emoji')
  new MutationObserver(() => void check()).observe(document.body, { childList: true, subtree: true })
  void check()
}
