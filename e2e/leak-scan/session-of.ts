/** Whose session a request carries. */

/** The session token in a Cookie header. */
export function sessionOf(cookie: string | undefined): string | undefined {
  return /brimful_session=([\w-]{43})/.exec(cookie ?? '')?.[1]
}
