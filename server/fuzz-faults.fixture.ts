/** Finds what is wrong with an answer to a random input. */

export interface FuzzedAnswer {
  status: number
  /** The media type, for people to read. */
  type: string
  text: string
}

/** What an answer shows of the inside: a stack, a file of ours, a statement or a message of Postgres. */
const inside =
  /\n\s+at |node_modules|\/(?:server|domain|db)\/[\w/-]+\.ts|\b(?:select|insert into|update|delete from) "|violates .* constraint|invalid (?:byte sequence|input syntax)|\bE(?:CONN|PIPE|NOENT)/

/** Returns what is wrong with an answer. */
export function faultsOf({ status, type, text }: FuzzedAnswer): string[] {
  const faults = status === 500 ? [`500: ${text}`] : []
  if (inside.test(text)) faults.push(`shows ${inside.exec(text)?.[0]}`)
  if (status >= 400 && !isErrorBody(text)) faults.push(`${status} as ${type}: ${text.slice(0, 200)}`)
  return faults
}

/** Returns whether a text is an error of the API: a sentence and a code, as `contract/errors.ts` says. */
function isErrorBody(text: string): boolean {
  try {
    const { ErrorMessage, code } = JSON.parse(text) as Record<string, unknown>
    return typeof ErrorMessage === 'string' && ErrorMessage !== '' && typeof code === 'string'
  } catch {
    return false
  }
}
