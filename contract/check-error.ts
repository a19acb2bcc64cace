/** Maps failed checks of schemas to texts of the catalogue. */
import type { $ZodErrorMap, $ZodIssue } from 'zod/v4/core'
import type { CheckText, CheckTexts } from './error-text.ts'

type CheckKey = keyof CheckTexts

/** Returns Zod's options that give a check its own text. If the check has a limit, the text gets it as `count`. */
export function failsWith(key: CheckKey, values?: Record<string, string>) {
  return values ? { error: key, params: values } : { error: key }
}

/**
 * Returns the text of every check that has no text of its own. It is an error map for Zod's `parse`, because Zod's own texts are
 * shown to nobody.
 */
export const defaultKey: $ZodErrorMap = (issue): CheckKey => {
  if (issue.origin !== 'string') return 'invalid'
  if (issue.code === 'too_big') return 'invalid_too_long'
  if (issue.code !== 'too_small') return 'invalid'
  return issue.minimum === 1 ? 'invalid_empty' : 'invalid_too_short'
}

/**
 * Returns the text of an issue that Zod reported for a schema of the contract. The schema must have been parsed with the error map
 * `defaultKey`.
 */
export function toCheckText(issue: $ZodIssue): CheckText {
  return { key: issue.message, values: toValues(issue) } as CheckText // `failsWith` ensures that the values fit the key
}

function toValues(issue: $ZodIssue): Record<string, unknown> {
  if (issue.code === 'too_big') return { count: issue.maximum }
  if (issue.code === 'too_small') return { count: issue.minimum }
  return issue.code === 'custom' ? { ...issue.params } : {}
}
