/** Builds the style sheet of the emoji font so that every Chromium inside OBS reads it. */
import type { Plugin } from 'vite'

/**
 * A Vite plugin that changes the package's style sheet: `tech(color-COLRv1)`, which Chromium reads since 108 only, goes
 * (https://developer.mozilla.org/docs/Web/CSS/@font-face/src#browser_compatibility), although it draws such fonts since 98
 * (https://developer.chrome.com/blog/colrv1-fonts). Every weight is the font's one, because browsers would thicken it otherwise. A
 * name of our own keeps a font of the device from taking its place. No piece is loaded for U+FE0F alone, which asks for the form of a
 * picture and is in most ranges: ☀️ takes one piece so, and joined emoji stay one picture (`e2e/alert-emoji.e2e.ts`).
 */
export function emojiFont(): Plugin {
  return {
    name: 'emoji-font',
    enforce: 'pre',
    transform: {
      filter: { id: /noto-color-emoji\/index\.css/ },
      handler: (css) =>
        css
          .replaceAll(/\s*tech\([\w-]+\)/g, '')
          .replaceAll("'Noto Color Emoji'", "'Brimful Emoji'")
          .replaceAll(/font-weight:\s*400/g, 'font-weight: 100 900')
          .replaceAll(/U\+fe0f,\s*|,\s*U\+fe0f/gi, ''),
    },
  }
}
