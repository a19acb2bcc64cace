/** The installation's settings as the server wrote them on the document, which saves every page a call. */
import { useSyncExternalStore } from 'react'
import type { CallResponse } from '../../../contract/call.ts'
import type { getSiteSettings } from '../../../contract/site-calls.ts'

export type SiteSettings = CallResponse<typeof getSiteSettings>

/** Replaces the site's host in prerendered pages; the server fills it in. */
const hostPlaceholder = '%SITE_HOST%'

let settings: SiteSettings | undefined

/** Reads the settings from the document; undefined where the server has written none. */
export function readSiteDocument(): SiteSettings | undefined {
  settings ??= parse(document.documentElement.dataset)
  return settings
}

/** The settings for a prerendered component: undefined in the first render, to match the prerendered HTML. */
export function useSiteDocument(): SiteSettings | undefined {
  return useSyncExternalStore(neverChanges, readSiteDocument, () => undefined)
}

/** The host of the site, which precedes a creator's username. */
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
