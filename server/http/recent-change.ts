/**
 * Remembers which browsers have changed something, where public pages are read from a replica: such a browser must not see an older
 * state than the one that it made.
 */
import { parseCookie } from 'cookie'
import type { Request, RequestHandler } from 'express'
import { hostOptions } from './host-cookie.ts'

const cookieName = 'brimful_changed'
/** An hour, because a supporter can stay that long at Stripe or PayPal, whose webhook makes the change. */
const lifetimeMs = 60 * 60_000

/** Marks each browser that sends a POST; no other method changes anything. The cookie grants nothing. */
export function markChange(publicUrl: string): RequestHandler {
  const options = { ...hostOptions(publicUrl), maxAge: lifetimeMs }
  return ({ method }, res, next) => {
    if (method === 'POST') res.cookie(cookieName, '1', options)
    next()
  }
}

/** Returns whether the browser has changed something within the last hour. */
export function hasChanged({ headers }: Pick<Request, 'headers'>): boolean {
  return parseCookie(headers.cookie ?? '')[cookieName] !== undefined
}
