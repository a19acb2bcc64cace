import type { CallDefinition } from '../../../../contract/call.ts'
import { queryClient } from '../../lib/calls/query-client.ts'

/** Loads a list of the admins' page again, with every query, after this page has changed it. */
export function refetchList({ path }: CallDefinition): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === path })
}
