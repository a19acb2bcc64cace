/** Protects against cross-site request forgery. */
import type { Request, RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import { toolOf } from './tool-access.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const ownSites = new Set(['same-origin', 'none'])

/**
 * Rejects requests that change something and come from a page of another site. Requests without a browser pass, and so do those that
 * an API token has admitted. Throws AppError `cross_site`.
 */
export function rejectCrossSite(publicUrl: string): RequestHandler {
  const ownHost = new URL(publicUrl).host
  return (req, res, next) => {
    if (toolOf(res)) return next()
    if (!safeMethods.has(req.method) && !isOwn(req, ownHost)) throw new AppError('cross_site')
    next()
  }
}

/**
 * Returns whether a request comes from our own pages or from another program than a browser. A browser sends `Sec-Fetch-Site`,
 * `Origin` or both.
 */
function isOwn(req: Request, ownHost: string): boolean {
  const site = req.get('sec-fetch-site')
  if (site !== undefined && !ownSites.has(site)) return false
  const origin = req.get('origin')
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === ownHost || host === req.get('host')
}
