/** Where a request comes from, for requests that Express never sees. */
import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'

type Trust = (address: string, hop: number) => boolean

/** Makes what tells a request's address as `req.ip` does: the nearest one that is no proxy which the application trusts. */
export function clientAddress(app: Express): (request: IncomingMessage) => string {
  const isTrusted = app.get('trust proxy fn') as Trust
  return ({ socket, headers }) => {
    const hops = [socket.remoteAddress ?? '', ...forwardedFor(headers['x-forwarded-for'])]
    return hops.find((address, hop) => !isTrusted(address, hop)) ?? hops.at(-1)!
  }
}

/** The nearest hop first. */
function forwardedFor(header: string | string[] | undefined): string[] {
  const entries = String(header ?? '').split(',')
  return entries
    .map((entry) => entry.trim())
    .filter(Boolean)
    .toReversed()
}
