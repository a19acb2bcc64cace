/** Makes a text safe for a chat message: one line that does not start with a command and cuts no character in two. */

/** Removes control and direction characters and folds white space: a CR or LF would start a new IRC command. */
export function toOneLine(text: string): string {
  return text
    .replace(/\p{Cc}|\u2028|\u2029/gu, ' ')
    .replace(/\p{Cf}|\p{Cs}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes leading `/ . ! \`, with which chat commands start. */
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

/** Shortens a text to at most `max` UTF-16 units without cutting a character; ends a shortened text with an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 0) return ''
  let shortened = ''
  for (const character of text) {
    if (shortened.length + character.length > max - 1) break
    shortened += character
  }
  return `${shortened.trimEnd()}…`
}
