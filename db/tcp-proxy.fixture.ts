/** A TCP proxy in front of Postgres, Redis, a provider or the server. A test can use it to interrupt or record connections. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

/** An interruption of connections. It lasts until `lift` is called; data that was held back is never delivered. */
export interface Interruption {
  /** Resolves when the interruption first has an effect. For a held response, that is when the target has sent one. */
  reached: Promise<void>
  lift(): void
}

interface Rule {
  kind: 'holdRequest' | 'holdResponse' | 'closeBefore'
  pattern: RegExp
  onReached(): void
}

/** What the proxy currently does with connections. */
type Mode = { kind: 'normal' | 'refusing' | 'black-holed' } | { kind: 'slow'; delayMs: number }

/** A statement may arrive in two chunks, so the proxy searches this many of the last bytes for patterns. */
const windowBytes = 16 * 1024

/** Listens on a free port and forwards everything to the host of `target`; `onRequest` is called with all data of the clients. */
export async function openTcpProxy(
  target: string,
  usualPort = 80,
  onRequest: (client: Socket, chunk: Buffer) => void = () => {},
) {
  const url = new URL(target)
  const wires = openWires({ host: url.hostname, port: Number(url.port || usualPort) }, onRequest)
  const { server, open, rules, mute, interrupt, closeAll } = wires
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

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
    /** Returns the number of open connections, and the highest number so far. */
    count: () => ({ now: open.size, max: wires.max() }),
    /** From now on, a request that matches is not delivered, and its connection stays open without a response. */
    holdRequest: (pattern: RegExp) => add('holdRequest', pattern),
    /** From now on, a request that matches is delivered and processed, but its response is not delivered. */
    holdResponse: (pattern: RegExp) => add('holdResponse', pattern),
    /** From now on, a connection is closed when data from the target matches, before that data is delivered. */
    closeBefore: (pattern: RegExp) => add('closeBefore', pattern),
    /**
     * Makes the connections that are open now deliver nothing more in either direction, while they stay open and new ones work. A
     * firewall that drops connections has this effect.
     */
    silence: () => [...open.keys()].forEach(mute),
    /** Silences the open connections and never responds on new ones, until the interruption is lifted. */
    blackHole() {
      for (const client of open.keys()) mute(client)
      return interrupt({ kind: 'black-holed' })
    },
    /** Delays every response by `delayMs` milliseconds until the interruption is lifted. */
    slow: (delayMs: number) => interrupt({ kind: 'slow', delayMs }),
    /** Closes the open connections, and each new one, until the interruption is lifted. */
    refuse() {
      closeAll()
      return interrupt({ kind: 'refusing' })
    },
    /** Returns how many connections were refused. */
    refused: wires.refused,
    closeAll,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      closeAll()
      await closed
    },
  }
}

/** Forwards connections, and keeps track of those that are open. */
function openWires(to: { host: string; port: number }, onRequest: (client: Socket, chunk: Buffer) => void) {
  const rules = new Set<Rule>()
  const open = new Map<Socket, Socket>()
  const silent = new WeakSet<Socket>()
  const startups = new WeakMap<Socket, string>()
  let mode: Mode = { kind: 'normal' }
  let max = 0
  let refused = 0

  // With half-open connections, a silenced connection does not confirm that the other end has closed.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode.kind === 'refusing') {
      refused += 1
      return void client.destroy()
    }
    const upstream = connect(to)
    client.on('data', (chunk) => onRequest(client, chunk))
    client.once('data', (chunk) => startups.set(client, chunk.toString('latin1')))
    open.set(client, upstream)
    max = Math.max(max, open.size)
    client.once('close', () => open.delete(client))
    client.once('end', () => silent.has(client) || client.end())
    forward(client, upstream, rules, () => (mode.kind === 'slow' ? mode.delayMs : 0))
    if (mode.kind === 'black-holed') mute(client)
  })

  function mute(client: Socket): void {
    silent.add(client)
    const upstream = open.get(client)!
    for (const end of [client, upstream]) end.removeAllListeners('data').resume()
    upstream.removeAllListeners('close') // the client must not notice that the target has closed
    const timeoutMs = readUserTimeout(startups.get(client))
    if (timeoutMs) setTimeout(() => upstream.destroy(), timeoutMs).unref()
  }

  return {
    server,
    open,
    rules,
    mute,
    max: () => max,
    refused: () => refused,
    interrupt(next: Mode): { lift(): void } {
      mode = next
      return { lift: () => void (mode = { kind: 'normal' }) }
    },
    closeAll: () => open.forEach((upstream, client) => [client, upstream].forEach((end) => end.destroy())),
  }
}

/**
 * Returns after how many milliseconds without a confirmation the kernel of Postgres' host ends a client's session. The client asks
 * for this time in its first packet; without it, the kernel keeps the session for hours.
 */
function readUserTimeout(startup = ''): number | undefined {
  const requested = /tcp_user_timeout=(\d+)/.exec(startup)?.[1]
  return requested ? Number(requested) : undefined
}

/**
 * Forwards data in both directions unless a rule prevents it, and delays responses by `delayMs` milliseconds. When one end closes,
 * the proxy closes the other.
 */
function forward(client: Socket, upstream: Socket, rules: ReadonlySet<Rule>, delayMs: () => number): void {
  const requests = openWindow()
  const responses = openWindow()
  const toClient = openWriter(client, delayMs)
  let held: Rule | undefined
  let isAnswered = false

  client.on('data', (chunk) => {
    if (held?.kind === 'holdRequest' || isAnswered) return
    held ??= findRule(rules, ['holdRequest', 'holdResponse'], requests.add(chunk))
    if (held?.kind === 'holdRequest') held.onReached()
    else upstream.write(chunk)
  })
  upstream.on('data', (chunk) => {
    requests.clear() // the client's next bytes belong to another request
    if (held) {
      isAnswered = true
      return held.onReached()
    }
    const closing = findRule(rules, ['closeBefore'], responses.add(chunk))
    if (!closing) return toClient.write(chunk)
    closing.onReached()
    client.destroy()
  })
  for (const end of [client, upstream]) end.on('error', () => {}) // the event 'close' follows and is handled below
  client.on('close', () => upstream.destroy())
  upstream.on('close', toClient.end)
}

/**
 * Returns a function that writes chunks to a socket in order, each `delayMs` after it arrived, and a function that waits until
 * all are written.
 */
function openWriter(to: Socket, delayMs: () => number) {
  let written = Promise.resolve()
  return {
    write(chunk: Buffer): void {
      const at = performance.now() + delayMs()
      written = written.then(async () => {
        const waitMs = at - performance.now()
        if (waitMs > 0) await sleep(waitMs)
        if (to.writable) to.write(chunk)
      })
    },
    end: () => void written.then(() => to.destroy()),
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
