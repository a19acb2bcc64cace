/** What every line of a chat holds to: one line, no command at its head, no character cut in two. */

/** Removes control and direction characters and folds white space: CR or LF would be a new IRC command. */
export function toOneLine(text: string): string {
  return text
    .replace(/\p{Cc}|\u2028|\u2029/gu, ' ')
    .replace(/\p{Cf}|\p{Cs}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes leading `/ . ! \`: chats read them as the start of a command. */
export function withoutCommand(line: string): string {
  return line.replace(/^[\s/.!\\]+/, '')
}

/** One line without a command at its head. */
export function toWords(text: string): string {
  return withoutCommand(toOneLine(text))
}

/** A text of at most so many UTF-16 units, no character cut in two; an ellipsis says that there was more. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 0) return ''
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > max - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
