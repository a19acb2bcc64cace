/** Schemas for what is shown as a name: of people, goals and the like. */
import * as z from 'zod/mini'
import { invisible, toStorable } from './text.ts'

/**
 * Returns the schema of a trimmed name of at most `max` characters. It is one line with single spaces. Characters that show nothing
 * are removed, as people paste them without seeing them, and others use them to look like somebody else.
 */
export function shownName(max: number) {
  return z.string().check(z.overwrite(toOneLine), z.maxLength(max))
}

function toOneLine(text: string): string {
  return toStorable(withoutInvisible(text)).replace(/\s+/g, ' ').trim()
}

/** Returns a text without characters that show nothing, except where a script or an emoji needs them. */
export function withoutInvisible(text: string): string {
  if (!invisible.test(text)) return text
  const characters = [...text]
  return characters
    .filter(
      (character, i) =>
        !invisible.test(character) || isNeeded(character, characters[i - 1], characters[i + 1]),
    )
    .join('')
}

/**
 * Scripts whose letters change their form beside a joiner or non-joiner
 * (https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters).
 */
const joining =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Adlm}]/u
const endsEmoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u
const tag = /[\u{E0020}-\u{E007F}]/u

function isNeeded(character: string, before = '', after = ''): boolean {
  switch (character) {
    case '\u200C':
      return joining.test(before) && joining.test(after)
    case '\u200D':
      return joining.test(after)
        ? joining.test(before)
        : endsEmoji.test(before) && /\p{Extended_Pictographic}/u.test(after)
    case '\uFE0E':
    case '\uFE0F':
      return /\p{Emoji}/u.test(before)
  }
  // flags of England, Scotland and Wales; variants of Han and Mongolian letters
  if (tag.test(character)) return before === '\u{1F3F4}' || tag.test(before)
  return /\p{Variation_Selector}/u.test(character) && /[\p{sc=Hani}\p{sc=Mong}]/u.test(before)
}
