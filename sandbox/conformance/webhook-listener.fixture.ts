/** Runs a webhook receiver that stores every delivery. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Delivery {
  headers: IncomingHttpHeaders
  /** The body exactly as received. */
  body: string
}

export interface Listener extends AsyncDisposable {
  url: string
  deliveries: Delivery[]
}

/** Starts the receiver; `answer` returns the status for each delivery, counted from 1. */
export async function startListener(answer: (count: number) => number = () => 200): Promise<Listener> {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      deliveries.push({ headers: request.headers, body: body.toString() })
      response.writeHead(answer(deliveries.length)).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    deliveries,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
