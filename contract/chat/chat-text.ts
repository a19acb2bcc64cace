/** Makes a text safe for a chat message: one line that does not start with a command and cuts no character in two. */

/** An emoji of one code point, with what may follow it: a variation selector or a skin tone. */
const pictograph = String.raw`\p{Extended_Pictographic}[\u{FE0F}\p{Emoji_Modifier}]?`
/** The scripts whose letters change shape or spelling with a joiner between them (https://www.unicode.org/reports/tr31/#A1). */
const joining = ['Arab', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
/**
 * Matches a character that only formats, and in the first group what these characters belong to: joined emoji, the flag of a part of a
 * country (https://www.unicode.org/reports/tr51/#Emoji_Sequences), and a letter that is joined to the next one.
 */
const formats = new RegExp(
  [
    String.raw`(${pictograph}(?:\u{200D}${pictograph})+`,
    String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}`,
    String.raw`[${joining}][\u{200C}\u{200D}](?=[${joining}]))`,
    String.raw`[\p{Cf}\p{Cs}]`,
  ].join('|'),
  'gu',
)

/** Removes control and direction characters and folds white space: a CR or LF would start a new IRC command. */
export function toOneLine(text: string): string {
  return text
    .replace(/\p{Cc}|\u2028|\u2029/gu, ' ')
    .replace(formats, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes leading `/ . ! \`, because they start chat commands. */
export function withoutCommand(line: string): string {
  return line.replace(/^[\s/.!\\]+/, '')
}

/** Returns a text as one line without a command at its start. */
export function toSafeLine(text: string): string {
  return withoutCommand(toOneLine(text))
}

/**
 * Shortens a name to at most `max` UTF-16 units. Quotes around the name are kept, because they mark where the name begins and ends.
 */
export function shortenName(name: string, max: number): string {
  const quoted = /^“(.*)”$/u.exec(name)?.[1]
  return quoted === undefined || max < 4 ? shorten(name, max) : `“${shorten(quoted, max - 2)}”`
}

/** Shortens a text to at most `max` UTF-16 units without cutting a character or an emoji; ends a shortened text with an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 0) return ''
  let shortened = ''
  for (const character of charactersOf(text)) {
    if (shortened.length + character.length > max - 1) break
    shortened += character
  }
  return `${shortened.trimEnd()}…`
}

/**
 * Splits a text into what a reader sees as characters: an emoji of several code points is one (Unicode UAX #29). Browsers without
 * `Intl.Segmenter`, which show only previews, get code points (https://caniuse.com/mdn-javascript_builtins_intl_segmenter).
 */
function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

/**
 * Returns whether a text shows anything. Combining marks and zero-width characters alone show nothing, nor do blank symbols and
 * hieroglyphs (https://www.unicode.org/charts/PDF/U1D100.pdf, U13430.pdf).
 */
export function hasGlyph(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u.test(
    text,
  )
}
