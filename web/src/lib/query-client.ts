import { QueryClient } from '@tanstack/react-query'
import type { CallDefinition } from '../../../contract/call.ts'

/** The cache of server responses for the whole app. Failed queries are not retried, because each failure is shown once. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000 } },
})

/** Returns the cache key of a call: access level, path and input. */
export function callKey(definition: CallDefinition, input: unknown = {}): readonly unknown[] {
  return [definition.access, definition.path, input]
}

/** Removes every cached response that required a signed-in user. */
export function clearPrivateQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'public' })
}
