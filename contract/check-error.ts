/** Finds the text of the catalogue for a value that has failed a check of a schema. */
import type { $ZodErrorMap, $ZodIssue } from 'zod/v4/core'
import type { CheckText, CheckTexts } from './error-text.ts'

type CheckKey = keyof CheckTexts

/** Names the text of a check, as the options that Zod takes. A check with a limit passes it to the text as `count`. */
export function failsWith(key: CheckKey, values?: Record<string, string>) {
  return values ? { error: key, params: values } : { error: key }
}

/**
 * Names the text of every check that has none of its own. It is an error map for Zod's `parse`, because Zod's own texts are not
 * shown to anybody.
 */
export const defaultKey: $ZodErrorMap = (issue): CheckKey => {
  if (issue.origin !== 'string') return 'invalid'
  if (issue.code === 'too_big') return 'invalid_too_long'
  if (issue.code !== 'too_small') return 'invalid'
  return issue.minimum === 1 ? 'invalid_empty' : 'invalid_too_short'
}

/** Returns the text of an issue that the contract's schemas have found, parsed with `defaultKey`. */
export function toCheckText(issue: $ZodIssue): CheckText {
  return { key: issue.message, values: toValues(issue) } as CheckText // `failsWith` has stored the values that belong to this key
}

function toValues(issue: $ZodIssue): Record<string, unknown> {
  if (issue.code === 'too_big') return { count: issue.maximum }
  if (issue.code === 'too_small') return { count: issue.minimum }
  return issue.code === 'custom' ? { ...issue.params } : {}
}
