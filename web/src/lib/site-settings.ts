import { getSiteSettings } from '../../../contract/site-calls.ts'
import { readSiteDocument } from './site-document.ts'
import type { SiteSettings } from './site-document.ts'
import { useCall } from './use-call.ts'

/**
 * The installation's public address, support address and features. Loaded by a call only when the document does not
 * have them.
 */
export function useSiteSettings(): SiteSettings | undefined {
  const written = readSiteDocument()
  const options = { enabled: !written, errorsTo: 'log', staleTime: Infinity } as const
  const asked = useCall(getSiteSettings, {}, options).data
  return written ?? asked
}

/** The site's public address without a trailing slash. Until it is loaded, the origin of this page. */
export function useSiteUrl(): string {
  const { publicUrl } = useSiteSettings() ?? { publicUrl: window.location.origin }
  return publicUrl.replace(/\/$/, '')
}
