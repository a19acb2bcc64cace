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
    prefixesOf(path.split('.')).flatMap((names) =>
      valuesAt(jsonOf(answerBody), names)
        .filter((value) => typeof value !== 'object')
        .map(() => `/${names.join('/')} must be expanded`),
    ),
  )
}

/** Returns a path and the paths on the way to it, because the objects there are expanded, too. */
function prefixesOf(names: string[]): string[][] {
  return names.map((_, end) => names.slice(0, end + 1))
}

/** Returns the values at a path of property names, in every item of the lists along the path. */
function valuesAt(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null && name in value
    ? valuesAt(Reflect.get(value, name), rest)
    : []
}
