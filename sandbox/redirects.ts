/** Where a consent page may send a browser back to. */

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether `uri` is registered: this machine is by itself, other addresses are when a control call named them. */
export function isRegisteredRedirect(uri: string, registered: Record<string, true>): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, hash } = new URL(uri)
  if (hash || (protocol !== 'http:' && protocol !== 'https:')) return false
  return loopback.has(hostname) || registered[uri] === true
}

/** `uri` with `params` added to its query. */
export function withParams(uri: string, params: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
