/** Links in profiles: only https, without credentials or ports, and on the site that the field is for. */
import * as z from 'zod/mini'
import { failsWith } from '../check-error.ts'
import { toCopied } from '../text.ts'

/** The sites that have a field of their own in a profile, with their hosts. */
export const linkHosts = {
  youtube: ['youtube.com', 'youtu.be'],
  x: ['x.com', 'twitter.com'],
  instagram: ['instagram.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.me'],
} as const
export type LinkSite = keyof typeof linkHosts

const maxLength = 300

/** Returns the link to store for what a person typed; undefined if it is not allowed. */
export function toLink(typed: string, hosts?: readonly string[]): string | undefined {
  const text = toCopied(typed)
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (full.length > maxLength || !URL.canParse(full)) return undefined
  const url = new URL(full)
  if (url.protocol === 'http:') url.protocol = 'https:'
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  if (!isPlain || !isPublicHost(url.hostname)) return undefined
  const isOwn = !hosts || hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isOwn && url.href.length <= maxLength ? url.href : undefined
}

/** Returns whether a host is a public domain name, and not an IP address or a name in a local network. */
function isPublicHost(host: string): boolean {
  return /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/.test(host)
}

/** Returns the schema of a link field for one site. An empty value removes the link. */
export function linkField(site: LinkSite, siteName: string) {
  return linkSchema(failsWith('invalid_link_site', { site: siteName }), linkHosts[site])
}

/** Up to ten links to any site. Empty values and duplicates are removed. */
export const freeLinks = z.pipe(
  z.array(linkSchema(failsWith('invalid_link'))).check(z.maxLength(10, failsWith('invalid_links'))),
  z.transform((links) => [...new Set(links.filter((link) => link !== null))]),
)

function linkSchema(failure: ReturnType<typeof failsWith>, hosts?: readonly string[]) {
  const isEmpty = (text: string) => toCopied(text) === ''
  return z.pipe(
    z.nullable(
      z.string().check(z.refine((text) => isEmpty(text) || toLink(text, hosts) !== undefined, failure)),
    ),
    z.transform((text) => (text === null || isEmpty(text) ? null : (toLink(text, hosts) ?? null))),
  )
}
