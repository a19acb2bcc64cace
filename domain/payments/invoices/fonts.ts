/** The fonts of invoices: Noto Sans, which has Latin, Greek and Cyrillic letters. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

/** The files by the names that invoices use. */
export const fontFiles = {
  regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

/** What is set by shaping and reordering that PDFKit does not do, or has no letter. */
const unsupported = /[\p{Script=Devanagari}\p{Bidi_Control}\p{Cc}]/u

let font: Font | undefined

/** Returns whether the fonts of invoices have a glyph for every character of a text. Line breaks are ignored. */
export function isPrintable(text: string): boolean {
  font ??= fontkit.create(readFileSync(fontFiles.regular)) as Font
  const letters = [...text.normalize('NFC').replace(/\r?\n/g, '')]
  return letters.every(
    (letter) => !unsupported.test(letter) && font!.hasGlyphForCodePoint(letter.codePointAt(0)!),
  )
}
