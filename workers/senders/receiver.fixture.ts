/** A tool's server on this machine that records what is posted to it. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a receiver. `respond` ends each request; by default with 204. */
export async function receive(
  respond: (res: ServerResponse) => void = (res) => void res.writeHead(204).end(),
) {
  const received: Received[] = []
  const handler = { respond }
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => (body += String(chunk)))
    req.on('end', () => {
      received.push({ url: req.url!, headers: req.headers, body })
      handler.respond(res)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    handler,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
