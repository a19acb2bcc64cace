/** Reads the theme that a visitor has chosen, so that the page has it from its first paint. */
import { parseCookie } from 'cookie'
import type { Request } from 'express'

export type Theme = 'light' | 'dark'

/** The cookie that the page sets (`web/src/lib/theme.ts`). */
const cookieName = 'brimful_theme'

/** Returns the chosen theme; undefined without a choice: then the system's theme applies. */
export function themeOf({ headers }: Pick<Request, 'headers'>): Theme | undefined {
  const chosen = parseCookie(headers.cookie ?? '')[cookieName]
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}
