/** Puts a proxy in front of the server that records every response and can plant a leak in a response. */
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Trace, TraceKind } from './find-leaks.ts'
import { forwardSockets, sessionTokenOf } from './proxy-sockets.ts'

/** Shorter passwords are not searched for, because they may be ordinary words. */
const minPasswordLength = 10

type CookieListener = (cookie: string) => Promise<void>
type Fault = (trace: Trace) => string

/** Listens on a free port and forwards everything to `target`, which may be down at times. */
export async function startRecordingProxy(target: string) {
  /** All data that the server has sent. The `requester` is a session token. */
  const traces: Trace[] = []
  /** Every password in a request, correct or not. */
  const passwords = new Set<string>()
  let onCookie: CookieListener = async () => {}
  let fault: Fault | undefined
  const agent = new Agent({ keepAlive: false })
  const server = createServer((req, res) => forward(req, res))

  function record(trace: Trace): string {
    const text = fault?.(trace) ?? trace.text
    traces.push({ ...trace, text })
    return text
  }

  function forward(req: IncomingMessage, res: ServerResponse): void {
    const { method, url = '', headers } = req
    const upstream = request(target + url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => res.destroy())
      response.on('end', () => void respond(req, res, response, Buffer.concat(chunks)))
    })
    upstream.on('error', () => res.destroy()) // ends the client's response as well when the server's response breaks off
    req.on('data', (chunk: Buffer) => collectPasswords(chunk.toString(), passwords))
    req.pipe(upstream)
  }

  async function respond(
    req: IncomingMessage,
    res: ServerResponse,
    response: IncomingMessage,
    raw: Buffer,
  ): Promise<void> {
    const { cookies, headers, body } = tracesOf(req, response, raw)
    traces.push(...cookies, headers)
    for (const { text } of cookies) await onCookie(text)
    const text = record(body)
    send(res, response, text === body.text ? raw : Buffer.from(text), text !== body.text)
  }

  const endSockets = forwardSockets(server, target, record)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    traces,
    passwords,
    /** Calls `listener` for each Set-Cookie header, before the client receives it. */
    onCookie: (listener: CookieListener) => void (onCookie = listener),
    /** Replaces the body of each later response and frame by the result of `next`; undefined stops the replacing. */
    setFault: (next: Fault | undefined) => void (fault = next),
    async close() {
      endSockets()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends `body` with the headers of `response`. A changed body is sent uncompressed. */
function send(res: ServerResponse, response: IncomingMessage, body: Buffer, isChanged: boolean): void {
  const { 'transfer-encoding': _, ...headers } = response.headers
  if (isChanged) delete headers['content-encoding']
  const hasNoBody = response.statusCode === 304 || response.statusCode === 204 || res.req.method === 'HEAD'
  res.writeHead(response.statusCode!, {
    ...headers,
    ...(hasNoBody ? {} : { 'content-length': body.length }),
  })
  res.end(body)
}

/** Returns one trace for each cookie of a response, one for its other headers and one for its body. */
function tracesOf(req: IncomingMessage, response: IncomingMessage, raw: Buffer) {
  const where = `${req.method} ${req.url?.split('?')[0]}`
  const requester = sessionTokenOf(req.headers.cookie)
  const { 'set-cookie': cookies = [], ...others } = response.headers
  const traceOf = (kind: TraceKind, text: string): Trace => ({ kind, where, text, requester })
  return {
    cookies: cookies.map((cookie) => traceOf('cookie', cookie)),
    headers: { ...traceOf('http', JSON.stringify(others)), where: `${where} (headers)` },
    body: traceOf('http', decode(raw, others['content-encoding'])),
  }
}

/** Adds the passwords in a request's body. It reads one chunk at a time, because our requests are far shorter than a chunk. */
function collectPasswords(body: string, passwords: Set<string>): void {
  for (const [, text] of body.matchAll(/"\w*password\w*":("(?:[^"\\]|\\.)*")/gi)) {
    const password = JSON.parse(text!) as string
    if (password.length >= minPasswordLength) passwords.add(password)
  }
}

function decode(raw: Buffer, encoding: string | undefined): string {
  const decoders: Record<string, (raw: Buffer) => Buffer> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    deflate: inflateSync,
  }
  return (raw.length > 0 && encoding ? decoders[encoding]!(raw) : raw).toString()
}
