/** Checks that Stripe's response contains in full every object that the request expands. */
import { type Exchange, jsonOf } from '../recorder.fixture.ts'

/**
 * Returns the related objects that a request expands but that the response contains only as ids, which the SDK's types allow as
 * well: https://docs.stripe.com/api/expanding_objects.
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

/** Returns the values at a path of property names, in every item of the lists along the path. */
function valuesAt(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : []
}
