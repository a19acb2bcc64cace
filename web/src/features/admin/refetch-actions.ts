import { listAdminActions } from '../../../../contract/manage-calls.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Loads the list of what admins did again, after this page has added to it. */
export function refetchActions(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[1] === listAdminActions.path,
  })
}
