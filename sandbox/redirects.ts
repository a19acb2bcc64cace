/** Checks to which addresses consent pages may redirect the browser. */

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns whether a redirect address is allowed: all on this machine are; others must be registered by a control call. */
export function isRegisteredRedirect(uri: string, registered: Record<string, true>): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, hash } = new URL(uri)
  if (hash || (protocol !== 'http:' && protocol !== 'https:')) return false
  return loopback.has(hostname) || registered[uri] === true
}

/** Adds parameters to the query of an address. */
export function withParams(uri: string, params: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
