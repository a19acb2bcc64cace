/** A wire that a test can cut: between a process and Postgres, Redis, a provider or an overlay; it loses exactly one answer. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Connections that stand now, and the most that ever stood at once. */
  count(): { now: number; most: number }
  /** From now on a request that says this is never delivered, and its connection is dead silent. */
  holdRequest(says: RegExp): Held
  /** From now on a request that says this is delivered and worked off, but nobody ever hears the answer. */
  holdAnswer(says: RegExp): Held
  /** From now on a connection on which the other end says this is cut before anybody hears it. */
  cutBefore(says: RegExp): Held
  /** Cuts every connection. */
  cutAll(): void
  close(): Promise<void>
}

/** What is withheld until it is let go; what was withheld stays so. */
export interface Held {
  /** Resolves once it has happened for the first time: for an answer, once it is there to be heard. */
  reached: Promise<void>
  letGo(): void
}

interface Rule {
  kind: 'holdRequest' | 'holdAnswer' | 'cutBefore'
  says: RegExp
  reach(): void
}

/** A statement or a command may come in two pieces; never more than this lies between its words. */
const windowBytes = 16 * 1024

/** Listens on a free port and passes everything on to `target`. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const rules = new Set<Rule>()
  const open = new Set<Socket>()
  let most = 0

  const server = createServer((client) => {
    const upstream = connect(target)
    open.add(client)
    most = Math.max(most, open.size)
    client.once('close', () => open.delete(client))
    joinEnds(client, upstream, rules)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => open.forEach((client) => client.destroy())

  function add(kind: Rule['kind'], says: RegExp): Held {
    let reach = () => {}
    const reached = new Promise<void>((resolve) => (reach = resolve))
    const rule = { kind, says, reach }
    rules.add(rule)
    return { reached, letGo: () => void rules.delete(rule) }
  }

  return {
    port: (server.address() as AddressInfo).port,
    count: () => ({ now: open.size, most }),
    holdRequest: (says) => add('holdRequest', says),
    holdAnswer: (says) => add('holdAnswer', says),
    cutBefore: (says) => add('cutBefore', says),
    cutAll,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cutAll()
      await closed
    },
  }
}

/** Passes on in both directions what no rule is about; one end gone, the other goes. */
function joinEnds(client: Socket, upstream: Socket, rules: ReadonlySet<Rule>): void {
  const said = openWindow()
  const answered = openWindow()
  let frozen: Rule | undefined

  client.on('data', (chunk) => {
    if (frozen) return
    frozen = findRule(rules, ['holdRequest', 'holdAnswer'], said.add(chunk))
    if (frozen?.kind === 'holdRequest') frozen.reach()
    else upstream.write(chunk)
  })
  upstream.on('data', (chunk) => {
    said.forget() // what is asked after an answer is another request
    if (frozen) return frozen.reach()
    const cut = findRule(rules, ['cutBefore'], answered.add(chunk))
    if (!cut) return void client.write(chunk)
    cut.reach()
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
  return [...rules].find(({ kind, says }) => kinds.includes(kind) && says.test(text))
}

/** The last that was said on one side, as text. */
function openWindow() {
  let last = ''
  return {
    add(chunk: Buffer): string {
      last = (last + chunk.toString('latin1')).slice(-windowBytes)
      return last
    },
    forget() {
      last = ''
    },
  }
}
