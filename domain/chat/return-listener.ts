/** Listens on this machine for the browser that returns from a consent page: RFC 8252, section 7.3. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConsentReturn } from './bot-connection.ts'

/**
 * Listens on a port of the loopback interface, or on a free one if it is 0. `received` resolves with the first address that has an
 * answer of a consent page. `address` says `localhost`, because Google's clients accept it without TLS:
 * developers.google.com/identity/protocols/oauth2/web-server#uri-validation
 */
export async function openReturnListener(port: number): Promise<ConsentReturn> {
  const server = createServer()
  const received = new Promise<URL>((resolve) => answerReturns(server, resolve))
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening)
  })
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    received,
    close: () => new Promise((closed) => void server.close(() => closed())),
  }
}

function answerReturns(server: Server, onReturn: (url: URL) => void): void {
  server.on('request', (request, response) => {
    const query = request.url?.split('?')[1] ?? '' // the path alone may be no URL: any page may ask for `//`
    const url = new URL(`http://localhost/?${query}`)
    const isReturn = url.searchParams.has('code') || url.searchParams.has('error')
    response.writeHead(isReturn ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    })
    response.end(
      isReturn ? 'Received. You can close this page; the command says what came of it.' : 'Nothing is here.',
    )
    if (isReturn) onReturn(url)
  })
}
