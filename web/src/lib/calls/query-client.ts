import { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { CallDefinition } from '../../../../contract/call.ts'

/** The options of every cache. Failed queries are not retried, because each failure is shown once. */
export const queryOptions = { defaultOptions: { queries: { retry: false, staleTime: 15_000 } } }

/** The cache of server responses for the whole app. */
export const queryClient = new QueryClient(queryOptions)

/** The cache that renders the site: one in the browser, and on the server one for each page. */
export const PageQueryClient = createContext(queryClient)

/** Returns the cache key of a call: access level, path and input. */
export function callKey(definition: CallDefinition, input: unknown = {}): readonly unknown[] {
  return [definition.access, definition.path, input]
}

/** Removes every cached response that required a signed-in user. */
export function clearPrivateQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'public' })
}
