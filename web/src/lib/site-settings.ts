import { getSiteSettings } from '../../../contract/site-calls.ts'
import { readSiteDocument } from './site-document.ts'
import type { SiteSettings } from './site-document.ts'
import { useCall } from './use-call.ts'

/** What this installation is: its address, its support address, whether it is a sandbox. Asked for only where the document does not say. */
export function useSiteSettings(): SiteSettings | undefined {
  const written = readSiteDocument()
  const options = { enabled: !written, errorsTo: 'log', staleTime: Infinity } as const
  const asked = useCall(getSiteSettings, {}, options).data
  return written ?? asked
}

/** Where the site stands for everybody else, without a slash at its end; until that is known, where it stands here. */
export function useSiteUrl(): string {
  const { publicUrl } = useSiteSettings() ?? { publicUrl: window.location.origin }
  return publicUrl.replace(/\/$/, '')
}
