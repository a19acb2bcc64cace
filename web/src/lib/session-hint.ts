const cookiePrefix = 'brimful_signed_in='

/** Whether this browser has a session, by the cookie that stands beside the one no script can read, as long as that. */
export function hasSessionHint(): boolean {
  return findHint() !== undefined
}

/** When the session ends unless the account is visited before, as the server said last; in no tab another time. */
export function readSessionEnd(): number {
  return Number(findHint() ?? 0)
}

function findHint(): string | undefined {
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(cookiePrefix))
  return cookie?.slice(cookiePrefix.length)
}
