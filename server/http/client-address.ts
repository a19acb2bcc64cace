/** Determines the client address of requests that do not pass through Express, such as Socket.IO's. */
import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'

type Trust = (address: string, hop: number) => boolean

/** Returns a function that determines a request's address as `req.ip` does: the nearest hop that is not a trusted proxy. */
export function clientAddress(app: Express): (request: IncomingMessage) => string {
  const isTrusted = app.get('trust proxy fn') as Trust
  return ({ socket, headers }) => {
    const hops = [socket.remoteAddress ?? '', ...forwardedFor(headers['x-forwarded-for'])]
    return hops.find((address, hop) => !isTrusted(address, hop)) ?? hops.at(-1)!
  }
}

/** Returns the addresses of `X-Forwarded-For`, nearest hop first. */
function forwardedFor(header: string | string[] | undefined): string[] {
  const entries = String(header ?? '').split(',')
  return entries
    .map((entry) => entry.trim())
    .filter(Boolean)
    .toReversed()
}
