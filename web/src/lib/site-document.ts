/** Reads the installation's settings. The server writes them into the document, which saves a call on every page. */
import { useSyncExternalStore } from 'react'
import type { CallResponse } from '../../../contract/call.ts'
import type { getSiteSettings } from '../../../contract/site-calls.ts'

export type SiteSettings = CallResponse<typeof getSiteSettings>

/** The text in prerendered pages that the server replaces with the site's host. */
const hostPlaceholder = '%SITE_HOST%'

let settings: SiteSettings | undefined

/** Reads the settings from the document; undefined where the server has written none. */
export function readSiteDocument(): SiteSettings | undefined {
  settings ??= parse(document.documentElement.dataset)
  return settings
}

/**
 * Returns the settings for a component that is prerendered: undefined in the first render, which must match the prerendered HTML.
 */
export function useSiteDocument(): SiteSettings | undefined {
  return useSyncExternalStore(neverChanges, readSiteDocument, () => undefined)
}

/** Returns the site's host, as it is shown in front of a creator's username. */
export function siteHost(): string {
  if (typeof document === 'undefined') return hostPlaceholder
  return hostOf(readSiteDocument()?.publicUrl ?? window.location.origin)
}

/** Removes the scheme and a trailing slash from an address. */
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
