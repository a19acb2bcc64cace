import { defaultFeePercent } from '../../../../contract/money/service-fee.ts'
import { getSiteSettings } from '../../../../contract/pages/site-calls.ts'
import { readSiteDocument } from './site-document.ts'
import type { SiteSettings } from './site-document.ts'
import { useCall } from '../calls/use-call.ts'

/**
 * Returns the installation's public address, support address and features. If the document does not contain them, they are loaded
 * by a call.
 */
export function useSiteSettings(): SiteSettings | undefined {
  const onDocument = readSiteDocument()
  const options = { enabled: !onDocument, errorsTo: 'log', staleTime: Infinity } as const
  const loaded = useCall(getSiteSettings, {}, options).data
  return onDocument ?? loaded
}

/** Returns the site's public address without a trailing slash. Until it is loaded, this is the origin of the current page. */
export function useSiteUrl(): string {
  const { publicUrl } = useSiteSettings() ?? { publicUrl: window.location.origin }
  return publicUrl.replace(/\/$/, '')
}

/** Returns the service fee in per cent of a tip. Until it is loaded, it is the usual one. */
export function useFeePercent(): number {
  return useSiteSettings()?.serviceFeePercent ?? defaultFeePercent
}
