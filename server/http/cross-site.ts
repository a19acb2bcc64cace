/** Refuses requests that another site's page makes in a visitor's name. */
import type { Request, RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const ownSites = new Set(['same-origin', 'none'])

/** Lets through what only reads, what our own pages send, and what no browser sent. Throws AppError `cross_site`. */
export function rejectCrossSite(publicUrl: string): RequestHandler {
  const ownHost = new URL(publicUrl).host
  return (req, _res, next) => {
    if (!safeMethods.has(req.method) && !isOwn(req, ownHost)) throw new AppError('cross_site')
    next()
  }
}

/** Browsers say where a request comes from, in one header or in both; whoever says nothing is no browser. */
function isOwn(req: Request, ownHost: string): boolean {
  const site = req.get('sec-fetch-site')
  if (site !== undefined && !ownSites.has(site)) return false
  const origin = req.get('origin')
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === ownHost || host === req.get('host')
}
