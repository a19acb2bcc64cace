import { getCreatorProfile } from '../../../../contract/accounts/account-calls.ts'
import { CallError } from '../../lib/calls/call-error.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { toast } from '../../lib/toast.ts'

/**
 * If an error says that the provider takes no payments for the creator, shows that, reads again which ways to pay the creator has, and
 * returns true. It is a toast, because the part of the page for this way to pay goes away.
 */
export function notePayeeGone(error: unknown): boolean {
  if (!(error instanceof CallError) || error.code !== 'payee_unavailable') return false
  toast.error(error.message)
  void queryClient.invalidateQueries({ queryKey: [getCreatorProfile.access, getCreatorProfile.path] })
  return true
}
