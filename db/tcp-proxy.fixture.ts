/** A TCP proxy that a test can interrupt or record: in front of Postgres, Redis, a provider or the server. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** Interrupts until it is lifted; data that was held is never delivered. */
export interface Interruption {
  /** Resolves at the first interruption: for a response, once the target has sent it. */
  reached: Promise<void>
  lift(): void
}

interface Rule {
  kind: 'holdRequest' | 'holdResponse' | 'closeBefore'
  pattern: RegExp
  onReached(): void
}

/** A statement may arrive in two chunks, so a pattern is searched in this many of the last bytes. */
const windowBytes = 16 * 1024

/** Listens on a free port and forwards everything to the host of `target`; `onRequest` is called with all data of the clients. */
export async function openTcpProxy(
  target: string,
  usualPort = 80,
  onRequest: (client: Socket, chunk: Buffer) => void = () => {},
) {
  const url = new URL(target)
  const to = { host: url.hostname, port: Number(url.port || usualPort) }
  const rules = new Set<Rule>()
  const open = new Map<Socket, Socket>()
  const silent = new WeakSet<Socket>()
  let max = 0

  // With half-open connections allowed, a silent one does not even confirm that the other end closes.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(to)
    client.on('data', (chunk) => onRequest(client, chunk))
    open.set(client, upstream)
    max = Math.max(max, open.size)
    client.once('close', () => open.delete(client))
    client.once('end', () => silent.has(client) || client.end())
    forward(client, upstream, rules)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const closeAll = () =>
    open.forEach((upstream, client) => [client, upstream].forEach((end) => end.destroy()))

  function add(kind: Rule['kind'], pattern: RegExp): Interruption {
    let onReached = () => {}
    const reached = new Promise<void>((resolve) => (onReached = resolve))
    const rule = { kind, pattern, onReached }
    rules.add(rule)
    return { reached, lift: () => void rules.delete(rule) }
  }

  return {
    /** The address of the target through the proxy. */
    url: url.href,
    /** Returns the number of connections now, and the highest number at any time. */
    count: () => ({ now: open.size, max }),
    /** From now on a request that matches is not delivered, and its connection stays silent. */
    holdRequest: (pattern: RegExp) => add('holdRequest', pattern),
    /** From now on a request that matches is delivered and processed, but its response is not. */
    holdResponse: (pattern: RegExp) => add('holdResponse', pattern),
    /** From now on a connection is closed before data from the target that matches is delivered. */
    closeBefore: (pattern: RegExp) => add('closeBefore', pattern),
    /**
     * From now on the connections that are open stay open and deliver nothing more, in either direction, while new ones work: as
     * after a firewall forgot them.
     */
    silence() {
      for (const [client, upstream] of open) {
        silent.add(client)
        for (const end of [client, upstream]) end.removeAllListeners('data').resume()
      }
    },
    closeAll,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      closeAll()
      await closed
    },
  }
}

/** Forwards data in both directions as far as the rules allow; when one end closes, so does the other. */
function forward(client: Socket, upstream: Socket, rules: ReadonlySet<Rule>): void {
  const requests = openWindow()
  const responses = openWindow()
  let held: Rule | undefined

  client.on('data', (chunk) => {
    if (held) return
    held = findRule(rules, ['holdRequest', 'holdResponse'], requests.add(chunk))
    if (held?.kind === 'holdRequest') held.onReached()
    else upstream.write(chunk)
  })
  upstream.on('data', (chunk) => {
    requests.clear() // what follows a response is another request
    if (held) return held.onReached()
    const closing = findRule(rules, ['closeBefore'], responses.add(chunk))
    if (!closing) return void client.write(chunk)
    closing.onReached()
    client.destroy()
  })
  for (const [end, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    end.on('error', () => {}) // 'close' follows
    end.on('close', () => other.destroy())
  }
}

function findRule(rules: ReadonlySet<Rule>, kinds: readonly Rule['kind'][], text: string): Rule | undefined {
  return [...rules].find(({ kind, pattern }) => kinds.includes(kind) && pattern.test(text))
}

/** Collects the last bytes of one direction as text. */
function openWindow() {
  let text = ''
  return {
    add(chunk: Buffer): string {
      text = (text + chunk.toString('latin1')).slice(-windowBytes)
      return text
    },
    clear() {
      text = ''
    },
  }
}
