/** Scans all that leaves a running product for what must not: answers, frames, chats, mail, jobs, pub/sub messages, log lines. */
import { createHash } from 'node:crypto'
import type { Db } from '../../db/connection.ts'
import type { Recording, SandboxState } from './recording.ts'
import { findLeaks } from './find-leaks.ts'
import type { Leak, Secret, Trace, TraceKind } from './find-leaks.ts'
import { gatherSecrets } from './secrets.ts'
import { tapPostgres } from './queue-recorder.ts'
import type { Tap } from './queue-recorder.ts'

/** The part of a product that the canary watches. */
export interface Watched {
  db: Db
  env: Readonly<Record<string, string>>
  accounts: readonly { password: string }[]
  server: { output(): string }
  workers: { output(): string }
  recording: Recording
}

export interface Canary {
  /** Adds a string that is in no table: a password that was mistyped, say. */
  plant(secret: Secret): void
  /** All that has left so far. */
  traces(): Promise<Trace[]>
  /** Every leak so far. */
  leaks(): Promise<Leak[]>
  /** How much it has looked at. Throws when there is a leak, or when one of these ways was never gone: nothing was seen there. */
  check(ways?: readonly TraceKind[]): Promise<number>
  close(): Promise<void>
}

/** Begins to watch a product that was started with a recording. */
export async function openCanary(product: Watched): Promise<Canary> {
  const planted: Secret[] = []
  const { recording, env } = product
  const cookies = new Map<string, string | undefined>()
  recording.front().hearCookies(async (cookie) => {
    const token = tokenOf(cookie)
    if (token) cookies.set(token, await findOwner(product.db, token))
  })
  const postgres = env['REDIS_URL'] ? undefined : await tapPostgres(env['DATABASE_URL']!)
  const queue: Tap = recording.redis() ?? postgres!

  async function look(): Promise<{ leaks: Leak[]; traces: Trace[] }> {
    const sandbox = recording.readSandbox()
    const { traces: seen, passwords: typed } = recording.front()
    const passwords = [...product.accounts.map(({ password }) => password), ...typed]
    const secrets = await gatherSecrets({ db: product.db, env, sandbox, cookies, passwords })
    const traces = [
      ...seen.map((trace) => ({ ...trace, asker: trace.asker && cookies.get(trace.asker) })),
      ...tracesOfSandbox(sandbox),
      ...(await queue.traces()),
      { kind: 'log' as const, where: 'the server', text: product.server.output() },
      { kind: 'log' as const, where: 'the workers', text: product.workers.output() },
    ]
    return { leaks: findLeaks([...secrets, ...planted], traces), traces }
  }

  return {
    plant: (secret) => void planted.push(secret),
    traces: async () => (await look()).traces,
    leaks: async () => (await look()).leaks,
    async check(ways = []) {
      const { leaks, traces } = await look()
      const dark = ways.filter((way) => !traces.some(({ kind, text }) => kind === way && text !== ''))
      const lines = [
        ...leaks.map(
          ({ secret, kind, where, dress }) => `${secret} went out by ${kind}, ${where} (${dress})`,
        ),
        ...dark.map((way) => `nothing was seen of ${way}`),
      ]
      if (lines.length > 0) throw new Error(`The canary has died:\n${lines.join('\n')}`)
      return traces.length
    },
    async close() {
      await postgres?.close()
    },
  }
}

/** What a Set-Cookie line gives the browser to keep. */
function tokenOf(cookie: string): string | undefined {
  return /^\w+=([\w-]{20,})/.exec(cookie)?.[1]
}

async function findOwner(db: Db, token: string): Promise<string | undefined> {
  const tokenHash = createHash('sha256').update(token).digest()
  const session = await db
    .selectFrom('session')
    .select('uid')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return session?.uid
}

interface Sent {
  text: string
}
interface Mail extends Sent {
  to: string[]
  subject: string
  html: string
  headers: object
}

/** What the providers were told: chat lines, payments, mail. */
function tracesOfSandbox(sandbox: SandboxState): Trace[] {
  const linesOf = (kind: 'irc' | 'youtube', name: string) =>
    Object.entries(sandbox[name] ?? {}).flatMap(([chat, lines]) =>
      (lines as Sent[]).map((line): Trace => ({ kind, where: chat, text: JSON.stringify(line) })),
    )
  const mails = Object.values(sandbox['mail.messages'] ?? {}) as Mail[]
  return [
    ...linesOf('irc', 'twitch.said'),
    ...linesOf('youtube', 'youtube.said'),
    ...['paypal.orders', 'paypal.captures'].map((name): Trace => ({
      kind: 'paypal',
      where: name,
      text: JSON.stringify(sandbox[name]),
    })),
    ...mails.map(({ to, subject, text, html, headers }): Trace => {
      return {
        kind: 'mail',
        where: subject,
        to,
        text: [subject, text, html, JSON.stringify(headers)].join('\n'),
      }
    }),
  ]
}
