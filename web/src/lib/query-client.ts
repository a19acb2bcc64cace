import { QueryClient } from '@tanstack/react-query'
import type { CallDefinition } from '../../../contract/call.ts'

/** The server state of the whole app. A failed call is told once, so nothing is retried behind the visitor's back. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000 } },
})

/** The cache key of a call: who may make it, its path and its input. */
export function callKey(definition: CallDefinition, input: unknown = {}): readonly unknown[] {
  return [definition.access, definition.path, input]
}

/** Drops every answer that was for a signed-in user's eyes. */
export function clearPrivateQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'public' })
}
