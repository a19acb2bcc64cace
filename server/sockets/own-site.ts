/** Refuses sockets that another site's page opens in a visitor's name. */
import type { IncomingHttpHeaders } from 'node:http'

const ownSites = new Set(['same-origin', 'none'])

/**
 * Whether a handshake comes from our own pages or from no browser. `Origin` decides where there is one: to some browsers
 * a `ws:` address is always another site than the `http:` page that opens it, and `Sec-Fetch-Site` says so.
 */
export function isOwnSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined) return site === undefined || ownSites.has(String(site))
  if (!URL.canParse(origin)) return false
  const originHost = new URL(origin).host
  return originHost !== '' && (originHost === host || originHost === new URL(publicUrl).host)
}
