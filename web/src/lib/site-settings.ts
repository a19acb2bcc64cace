import { getSiteSettings } from '../../../contract/account-calls.ts'
import type { Answer } from '../../../contract/call.ts'
import { useCall } from './use-call.ts'

/** What this installation is: its address, its support address, whether it is a sandbox. Asked once a visit. */
export function useSiteSettings(): Answer<typeof getSiteSettings> | undefined {
  return useCall(getSiteSettings, {}, { errorsTo: 'log', staleTime: Infinity }).data
}

/** Where the site stands for everybody else, without a slash at its end; until that is known, where it stands here. */
export function useSiteUrl(): string {
  const { publicUrl } = useSiteSettings() ?? { publicUrl: window.location.origin }
  return publicUrl.replace(/\/$/, '')
}
