/**
 * Cookies that no script can read. Over https their names begin with `__Host-`: a browser then takes them only from this host over
 * https, so a subdomain or a network without encryption cannot plant a session of its own. Over http, which only a developer's
 * machine uses, not every browser takes that prefix, so the names have none.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
import { parseCookie } from 'cookie'
import type { CookieOptions, Express, Request, Response } from 'express'

/** A cookie that no script can read. */
export interface HostCookie {
  /** Returns its value in a request to an app that knows its address (`setAddress`); undefined without one. */
  read: (req: Request) => string | undefined
  /** Returns its value in a Cookie header, for sockets. */
  readHeader: (header: string | undefined, publicUrl: string) => string | undefined
  /** Sets it for `maxAge` milliseconds. */
  set: (res: Response, value: string, publicUrl: string, maxAge?: number) => void
  clear: (res: Response, publicUrl: string) => void
}

/** Defines a cookie that lives for `lifetime` milliseconds. Its path is the whole host, which the prefix demands. */
export function hostCookie(name: string, lifetime: number): HostCookie {
  return {
    read: (req) => readHeader(name, req.headers.cookie, addressOf(req)),
    readHeader: (header, publicUrl) => readHeader(name, header, publicUrl),
    set: (res, value, publicUrl, maxAge = lifetime) =>
      void res.cookie(fullName(name, publicUrl), value, { ...hostOptions(publicUrl), maxAge }),
    clear: (res, publicUrl) => void res.clearCookie(fullName(name, publicUrl), hostOptions(publicUrl)),
  }
}

/** Tells an app whether the site is served over https, which decides the names of its cookies. */
export function setAddress(app: Express, publicUrl: string): void {
  app.locals['publicUrl'] = publicUrl
}

function addressOf({ app }: Request): string {
  const publicUrl: unknown = app.locals['publicUrl']
  if (typeof publicUrl !== 'string') throw new Error('the app does not know its address')
  return publicUrl
}

/** Returns the options of every cookie of this host that no script can read. */
export function hostOptions(publicUrl: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'lax', // a provider's page links back to us, and `strict` would withhold the cookie
    path: '/',
    secure: isHttps(publicUrl),
  }
}

function readHeader(name: string, header: string | undefined, publicUrl: string): string | undefined {
  return header ? parseCookie(header)[fullName(name, publicUrl)] : undefined
}

const fullName = (name: string, publicUrl: string) => (isHttps(publicUrl) ? `__Host-${name}` : name)

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')
