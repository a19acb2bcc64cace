/** What the server wrote on the document about this installation, so that no page has to ask for it. */
import { useSyncExternalStore } from 'react'
import type { Answer } from '../../../contract/call.ts'
import type { getSiteSettings } from '../../../contract/site-calls.ts'

export type SiteSettings = Answer<typeof getSiteSettings>

/** Stands for the site's host in a page that is built before anybody knows where it will be served; the server fills it in. */
export const hostPlaceholder = '%SITE_HOST%'

let settings: SiteSettings | undefined

/** The settings on the document; undefined where no server has written any. */
export function readSiteDocument(): SiteSettings | undefined {
  settings ??= parse(document.documentElement.dataset)
  return settings
}

/** The same for a page that is built before it is served: undefined at first, as it was built. */
export function useSiteDocument(): SiteSettings | undefined {
  return useSyncExternalStore(neverChanges, readSiteDocument, () => undefined)
}

/** Where the site stands, without scheme: what stands before a creator's name. */
export function siteHost(): string {
  if (typeof document === 'undefined') return hostPlaceholder
  return hostOf(readSiteDocument()?.publicUrl ?? window.location.origin)
}

/** An address without its scheme and without a slash at its end. */
export function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

function parse(written: DOMStringMap): SiteSettings | undefined {
  const { siteUrl, supportEmail, socialUrl, sandbox, google } = written
  if (!siteUrl || !supportEmail) return undefined
  return {
    publicUrl: siteUrl,
    supportEmail,
    socialUrl: socialUrl ?? null,
    isSandbox: sandbox !== undefined,
    hasGoogle: google !== undefined,
  }
}

function neverChanges(): () => void {
  return () => undefined
}
