/** Parses and formats IRC lines as Twitch does. */

export interface IrcLine {
  tags: Record<string, string>
  command: string
  params: string[]
}

export type Tags = Record<string, string | number>

/** Parses a line; undefined when it has no command. */
export function parseLine(line: string): IrcLine | undefined {
  const found = /^(?:@(\S+) +)?(?::\S+ +)?(\S+) *(.*)$/.exec(line)
  if (!found) return undefined
  const [, tags = '', command = '', rest = ''] = found
  return { tags: parseTags(tags), command: command.toUpperCase(), params: parseParams(rest) }
}

/** Puts tags, if any, in front of a line. */
export function withTags(tags: Tags, line: string): string {
  const pairs = Object.entries(tags).map(([name, value]) => `${name}=${escapeTag(String(value))}`)
  return pairs.length ? `@${pairs.join(';')} ${line}` : line
}

/** Returns the prefix of a user's lines. */
export function prefixOf(login: string): string {
  return `:${login}!${login}@${login}.tmi.twitch.tv`
}

function parseTags(text: string): Record<string, string> {
  const pairs = text.split(';').filter(Boolean)
  return Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0]!, pair.slice(pair.indexOf('=') + 1)]))
}

function parseParams(text: string): string[] {
  const at = text.startsWith(':') ? 0 : text.indexOf(' :')
  if (at < 0) return text.split(' ').filter(Boolean)
  const middle = text.slice(0, at).split(' ').filter(Boolean)
  return [...middle, text.slice(text.indexOf(':', at) + 1)]
}

/** Escapes a value as IRCv3 message tags require. */
function escapeTag(value: string): string {
  const escapes: Record<string, string> = { ';': '\\:', ' ': '\\s', '\\': '\\\\', '\r': '\\r', '\n': '\\n' }
  return value.replace(/[; \\\r\n]/g, (sign) => escapes[sign]!)
}
