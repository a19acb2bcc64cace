import { getSiteSettings } from '../../../contract/account-calls.ts'
import type { Answer } from '../../../contract/call.ts'
import { useCall } from './use-call.ts'

/** What this installation is: its address, its support address, whether it is a sandbox. Asked once a visit. */
export function useSiteSettings(): Answer<typeof getSiteSettings> | undefined {
  return useCall(getSiteSettings, {}, { errorsTo: 'log', staleTime: Infinity }).data
}
