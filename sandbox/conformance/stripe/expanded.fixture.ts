/** Checks that Stripe's response has in full what a request expands. */
import { type Exchange, jsonOf } from '../recorder.fixture.ts'

/**
 * Returns the related objects that a request expands but the response has as ids, which the SDK's types allow as well:
 * https://docs.stripe.com/api/expanding_objects.
 */
export function validateExpanded({ query, status, answerBody }: Exchange): string[] {
  if (status !== 200) return []
  const paths = [...new URLSearchParams(query)].filter(([name]) => name.startsWith('expand['))
  return paths.flatMap(([, path]) =>
    valuesAt(jsonOf(answerBody), path.split('.'))
      .filter((value) => typeof value !== 'object')
      .map(() => `/${path.replaceAll('.', '/')} must be expanded`),
  )
}

/** Returns what a path of property names leads to, in every item of the lists on it. */
function valuesAt(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : []
}
