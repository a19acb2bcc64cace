/** Refuses sockets that another site's page opens with a visitor's cookies. */
import type { IncomingHttpHeaders } from 'node:http'

const ownSites = new Set(['same-origin', 'none'])

/**
 * Returns whether a handshake comes from our own pages or from a client that is not a browser. `Origin` decides if it is sent,
 * because some browsers treat a `ws:` address as cross-site to the `http:` page that opens it and say so in `Sec-Fetch-Site`.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined) return site === undefined || ownSites.has(String(site))
  if (!URL.canParse(origin)) return false
  const originHost = new URL(origin).host
  return originHost !== '' && (originHost === host || originHost === new URL(publicUrl).host)
}
