/** Splits lists into pages. https://docs.stripe.com/api/pagination */
import { invalid } from './api-error.ts'

/** Returns a page of objects that are already sorted. */
export function pageOf<T extends { id: string }>(
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
  url: string,
  all: readonly T[],
) {
  const from = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0
  if (starting_after && from === 0) throw invalid(`No such object: '${starting_after}'`, 'starting_after')
  const data = all.slice(from, from + limit)
  return { object: 'list', data, has_more: all.length > from + limit, url }
}
