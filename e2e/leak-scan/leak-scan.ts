/**
 * Scans everything that leaves a running product for secrets: responses, WebSocket frames, chats, emails, jobs, pub/sub messages,
 * log lines.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../db/connection.ts'
import { findLeaks } from './find-leaks.ts'
import type { Leak, Secret, Trace, TraceKind } from './find-leaks.ts'
import { recordPostgres } from './queue-recorder.ts'
import type { Recording, SandboxState } from './recording.ts'
import { apiTokensIn, gatherSecrets } from './secrets.ts'

/** The parts of a product that the scan reads. */
export interface ScannedProduct {
  ownerUrl: string
  db: Db
  env: Readonly<Record<string, string>>
  accounts: readonly { password: string }[]
  server: { output(): string }
  workers: { output(): string }
  recording: Recording
}

/** Starts scanning a product that was started with recorders (`recording.ts`). */
export async function openLeakScan(product: ScannedProduct) {
  const { recording, env } = product
  const accountsByCookie = new Map<string, string | undefined>()
  recording.proxy.onCookie(async (cookie) => {
    const token = tokenOf(cookie)
    if (token) accountsByCookie.set(token, await findAccount(product.db, token))
  })
  const postgres = env['REDIS_URL'] ? undefined : await recordPostgres(product.ownerUrl)
  const queue = recording.redis ?? postgres!
  const added: Secret[] = []

  async function scan(): Promise<{ leaks: Leak[]; traces: Trace[] }> {
    const sandbox = recording.readSandbox()
    const { traces: sent, passwords: typed } = recording.proxy
    const passwords = [...product.accounts.map(({ password }) => password), ...typed]
    const gathered = await gatherSecrets({ db: product.db, env, sandbox, accountsByCookie, passwords })
    const traces = [
      ...sent.map((trace) => ({
        ...trace,
        requester: trace.requester && accountsByCookie.get(trace.requester),
      })),
      ...tracesOfSandbox(sandbox),
      ...(await queue.traces()),
      { kind: 'log' as const, where: 'the server', text: product.server.output() },
      { kind: 'log' as const, where: 'the workers', text: product.workers.output() },
    ]
    const secrets = [...gathered, ...added, ...apiTokensIn(traces)]
    return { leaks: findLeaks(secrets, traces), traces }
  }

  return {
    /** Adds a secret that the product does not store. */
    add: (secret: Secret) => void added.push(secret),
    /** Returns all data that has left the product so far. */
    traces: async () => (await scan()).traces,
    leaks: async () => (await scan()).leaks,
    /** Returns the number of scanned traces. Throws if there is a leak, or if there is no trace of a required kind. */
    async check(requiredKinds: readonly TraceKind[] = []): Promise<number> {
      const { leaks, traces } = await scan()
      const missing = requiredKinds.filter(
        (required) => !traces.some(({ kind, text }) => kind === required && text !== ''),
      )
      const problems = [
        ...leaks.map(
          ({ secret, kind, where, encoding }) => `${secret} was sent by ${kind}, ${where} (${encoding})`,
        ),
        ...missing.map((kind) => `there is no trace of ${kind}`),
      ]
      if (problems.length > 0) throw new Error(`The leak scan failed:\n${problems.join('\n')}`)
      return traces.length
    },
    close: async () => postgres?.close(),
  }
}

/** Returns the value of a Set-Cookie header if it is long enough to be a token. */
function tokenOf(cookie: string): string | undefined {
  return /^\w+=([\w-]{20,})/.exec(cookie)?.[1]
}

async function findAccount(db: Db, token: string): Promise<string | undefined> {
  const tokenHash = createHash('sha256').update(token).digest()
  const session = await db
    .selectFrom('session')
    .select('uid')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return session?.uid
}

interface Message {
  text: string
}
interface Mail extends Message {
  to: string[]
  subject: string
  html: string
  headers: object
}

/** Returns what the providers have received: chat messages, payments and emails. */
function tracesOfSandbox(sandbox: SandboxState): Trace[] {
  const messagesOf = (kind: 'irc' | 'youtube', name: string) =>
    Object.entries(sandbox[name] ?? {}).flatMap(([chat, messages]) =>
      (messages as Message[]).map((message): Trace => ({ kind, where: chat, text: JSON.stringify(message) })),
    )
  const mails = Object.values(sandbox['mail.messages'] ?? {}) as Mail[]
  return [
    ...messagesOf('irc', 'twitch.said'),
    ...messagesOf('youtube', 'youtube.said'),
    ...['paypal.orders', 'paypal.captures'].map((name): Trace => ({
      kind: 'paypal',
      where: name,
      text: JSON.stringify(sandbox[name]),
    })),
    ...mails.map(({ to, subject, text, html, headers }): Trace => ({
      kind: 'mail',
      where: subject,
      to,
      text: [subject, text, html, withoutMessageHost(JSON.stringify(headers))].join('\n'),
    })),
  ]
}

/**
 * Removes the host from Message-IDs: one whose UUID ends in `ada` would otherwise read as `ada@brimful.example`, an email address
 * of the demo.
 */
function withoutMessageHost(headers: string): string {
  return headers.replace(/("message-id":"<[^"@]*)@[^"]*/i, '$1')
}
