/** A door in front of the server that remembers all that goes out by it, and can be told to add a leak of its own. */
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { passSockets } from './proxy-sockets.ts'
import { sessionOf } from './session-of.ts'
import type { Trace, TraceKind } from './find-leaks.ts'

/** A shorter one cannot be told from a word. */
const shortestPassword = 10

export interface Front {
  url: string
  /** What went out so far; `asker` is the session token that asked. */
  traces: Trace[]
  /** Every password that came in, right or wrong. */
  passwords: ReadonlySet<string>
  /** Is called for each cookie that is set, before anybody has it. */
  hearCookies(hear: (cookie: string) => Promise<void>): void
  /** What a planted fault makes of an answer's body or of a frame. */
  plant(fault: ((trace: Trace) => string) | undefined): void
  close(): Promise<void>
}

/** Listens on a free port and passes everything on to `target`, which may be away now and then. */
export async function openFront(target: string): Promise<Front> {
  const traces: Trace[] = []
  const passwords = new Set<string>()
  let hear: (cookie: string) => Promise<void> = async () => {}
  let fault: ((trace: Trace) => string) | undefined
  const agent = new Agent({ keepAlive: false })
  const server = createServer((req, res) => passOn(req, res))

  /** Remembers what goes out, as it goes out. */
  function leave(trace: Trace): string {
    const text = fault?.(trace) ?? trace.text
    traces.push({ ...trace, text })
    return text
  }

  function passOn(req: IncomingMessage, res: ServerResponse): void {
    const { method, url = '', headers } = req
    const onward = request(target + url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', () => res.destroy())
      answer.on('end', () => void answered(req, res, answer, Buffer.concat(chunks)))
    })
    onward.on('error', () => res.destroy()) // as if nobody stood in front
    req.on('data', (chunk: Buffer) => notePasswords(chunk.toString(), passwords))
    req.pipe(onward)
  }

  async function answered(
    req: IncomingMessage,
    res: ServerResponse,
    answer: IncomingMessage,
    raw: Buffer,
  ): Promise<void> {
    const { cookies, headers, body } = tracesOf(req, answer, raw)
    traces.push(...cookies, headers)
    for (const { text } of cookies) await hear(text)
    send(res, answer, raw, body.text, leave(body))
  }

  const endSockets = passSockets(server, target, leave)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    traces,
    passwords,
    hearCookies: (listener) => void (hear = listener),
    plant: (next) => void (fault = next),
    async close() {
      endSockets()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The body as it was sent, unless a fault changed it. */
function send(
  res: ServerResponse,
  answer: IncomingMessage,
  raw: Buffer,
  before: string,
  after: string,
): void {
  const isChanged = after !== before
  const { 'transfer-encoding': _, ...headers } = answer.headers
  if (isChanged) delete headers['content-encoding']
  const body = isChanged ? Buffer.from(after) : raw
  const isBodyless = answer.statusCode === 304 || answer.statusCode === 204 || res.req.method === 'HEAD'
  res.writeHead(answer.statusCode!, { ...headers, ...(isBodyless ? {} : { 'content-length': body.length }) })
  res.end(body)
}

/** What an answer says: its cookies one by one, its other headers, its body. */
function tracesOf(req: IncomingMessage, answer: IncomingMessage, raw: Buffer) {
  const where = `${req.method} ${req.url?.split('?')[0]}`
  const asker = sessionOf(req.headers.cookie)
  const { 'set-cookie': cookies = [], ...rest } = answer.headers
  const traceOf = (kind: TraceKind, text: string): Trace => ({ kind, where, text, asker })
  return {
    cookies: cookies.map((cookie) => traceOf('cookie', cookie)),
    headers: { ...traceOf('http', JSON.stringify(rest)), where: `${where} (headers)` },
    body: traceOf('http', decode(raw, rest['content-encoding'])),
  }
}

/** Our calls are far shorter than a chunk. */
function notePasswords(body: string, passwords: Set<string>): void {
  for (const [, text] of body.matchAll(/"\w*password\w*":("(?:[^"\\]|\\.)*")/gi)) {
    const password = JSON.parse(text!) as string
    if (password.length >= shortestPassword) passwords.add(password)
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
