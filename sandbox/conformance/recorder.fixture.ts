/** Runs a proxy that records the traffic between a client and a server. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request and its response. */
export interface Exchange {
  method: string
  path: string
  query: Record<string, string>
  requestHeaders: IncomingHttpHeaders
  requestBody: string
  status: number
  answerHeaders: IncomingHttpHeaders
  answerBody: string
}

export interface Recorder extends AsyncDisposable {
  /** The address that the client calls instead of `target`. */
  url: string
  /** The exchanges so far, in the order of their responses. */
  exchanges: Exchange[]
}

/** Starts the proxy in front of `target`; `change` can alter the body of a response. */
export async function startRecorder(
  target: string,
  change: (answer: string) => string = (answer) => answer,
): Promise<Recorder> {
  const exchanges: Exchange[] = []
  const server = createServer((incoming, outgoing) => {
    forward(target, incoming)
      .then((exchange) => {
        exchanges.push(exchange)
        const body = change(exchange.answerBody)
        const { 'content-length': _, 'transfer-encoding': __, ...headers } = exchange.answerHeaders
        outgoing
          .writeHead(exchange.status, { ...headers, 'content-length': Buffer.byteLength(body) })
          .end(body)
      })
      .catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    [Symbol.asyncDispose]: () => close(server),
  }
}

/** Parses a body as JSON; returns undefined if it is empty. */
export function jsonOf(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body)
}

async function forward(target: string, incoming: IncomingMessage): Promise<Exchange> {
  const url = new URL(incoming.url ?? '/', target)
  const requestBody = await buffer(incoming)
  const { host: _, ...headers } = incoming.headers
  const outgoing = request(url, { method: incoming.method, headers, agent: false })
  outgoing.end(requestBody)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    requestHeaders: incoming.headers,
    requestBody: requestBody.toString(),
    status: answer.statusCode ?? 0,
    answerHeaders: answer.headers,
    answerBody: (await buffer(answer)).toString(),
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
