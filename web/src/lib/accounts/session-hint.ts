const cookiePrefix = 'brimful_signed_in='

/**
 * Returns whether this browser has a session. Scripts cannot read the session cookie, so the server sets a second one with the
 * same lifetime.
 */
export function hasSessionHint(): boolean {
  return findHint() !== undefined
}

/** Returns when the session expires, in milliseconds since the epoch, as the server last wrote it to the cookie. */
export function readSessionEnd(): number {
  return Number(findHint() ?? 0)
}

function findHint(): string | undefined {
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(cookiePrefix))
  return cookie?.slice(cookiePrefix.length)
}
