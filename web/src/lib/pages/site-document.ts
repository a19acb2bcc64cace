/** Reads the installation's settings. The server writes them into the document, which saves a call on every page. */
import { useSyncExternalStore } from 'react'
import { defaultFeePercent } from '../../../../contract/money/service-fee.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import type { getSiteSettings } from '../../../../contract/pages/site-calls.ts'
import { isRenderedDocument } from './rendered-document.ts'

export type SiteSettings = CallResponse<typeof getSiteSettings>

/** The text in prerendered pages that the server replaces with the site's host. */
const hostPlaceholder = '%SITE_HOST%'

let settings: SiteSettings | undefined

/** Sets the settings that the server renders pages with. */
export function setSiteDocument(own: SiteSettings): void {
  settings = own
}

/** Reads the settings from the document; undefined where the server has written none. */
export function readSiteDocument(): SiteSettings | undefined {
  if (typeof document === 'undefined') return settings
  settings ??= parse(document.documentElement.dataset)
  return settings
}

/**
 * Returns the settings for a component that is prerendered: undefined in the first render of a page that was rendered during the
 * build, which must match the prerendered HTML.
 */
export function useSiteDocument(): SiteSettings | undefined {
  return useSyncExternalStore(neverChanges, readSiteDocument, readRendered)
}

/** Returns the service fee in per cent of a tip for a component that is prerendered, which is with the usual fee. */
export function useDocumentFee(): number {
  return useSiteDocument()?.serviceFeePercent ?? defaultFeePercent
}

/** Returns the only creator of this installation, and whether supporters may sign up; undefined on a platform. */
export function readSolo(): NonNullable<SiteSettings['solo']> | undefined {
  return readSiteDocument()?.solo ?? undefined
}

/** Returns the site's host, as it is shown in front of a creator's username. */
export function siteHost(): string {
  if (typeof document === 'undefined') return settings ? hostOf(settings.publicUrl) : hostPlaceholder
  return hostOf(readSiteDocument()?.publicUrl ?? window.location.origin)
}

/** Removes the scheme and a trailing slash from an address. */
export function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

function readRendered(): SiteSettings | undefined {
  return isRenderedDocument() ? readSiteDocument() : undefined
}

function parse(written: DOMStringMap): SiteSettings | undefined {
  const { siteUrl, supportEmail, socialUrl, sandbox, google, feePercent, solo, supporterAccounts } = written
  if (!siteUrl || !supportEmail) return undefined
  return {
    publicUrl: siteUrl,
    supportEmail,
    socialUrl: socialUrl ?? null,
    isSandbox: sandbox !== undefined,
    hasGoogle: google !== undefined,
    serviceFeePercent: Number(feePercent),
    solo:
      solo === undefined ? null : { userName: solo, hasSupporterAccounts: supporterAccounts !== undefined },
  }
}

function neverChanges(): () => void {
  return () => undefined
}
