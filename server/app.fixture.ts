/** Starts the application for tests, with a database of its own and a real socket. */
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DestinationStream } from 'pino'
import { apiBase } from '../contract/calls.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { sealConfirmation } from '../domain/accounts/confirmation-proof.ts'
import { openConfirmedSession } from '../domain/accounts/session.fixture.ts'
import { openSession } from '../domain/accounts/sessions.ts'
import { readConfig } from '../domain/config/config.ts'
import { openQuickImports } from '../domain/imports/import-files.fixture.ts'
import { openLog } from '../domain/log.ts'
import { countedLimits } from '../domain/security/declared-limits.ts'
import type { CountedLimit } from '../domain/security/declared-limits.ts'
import { openWorkProof } from '../domain/security/proof-of-work.ts'
import { openQuickPictures } from '../domain/storage/pictures.fixture.ts'
import { createApp } from './app.ts'
import { openContext } from './context.ts'
import type { AppContext } from './context.ts'
import { listen } from './listen.fixture.ts'

/** What calls have counted for without declaring it. */
const undeclared: string[] = []
subscribe(countedLimits.name, (message) => {
  const { call, limit, isDeclared } = message as CountedLimit
  if (!isDeclared) undeclared.push(`${call} counts for ${limit}, which it does not declare`)
})

export interface TestApp {
  db: Db
  /** A connection as the role that owns the schema, for faults that the product's own role cannot cause. */
  owner: Db
  ctx: AppContext
  url: string
  /** Returns all log lines as one text. */
  logged: () => string
  /** Opens a session for an account and returns its Cookie header. */
  signIn(uid: string): Promise<string>
  /** Opens a session whose owner has just confirmed who they are. */
  signInConfirmed(uid: string): Promise<string>
  get(path: string, cookie?: string): Promise<Answer>
  post(path: string, body: unknown, cookie?: string, headers?: Record<string, string>): Promise<Answer>
  [Symbol.asyncDispose](): Promise<void>
}

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Returns a cookie that a response sets, as a Cookie header; '' if the response does not set it. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>, name = 'brimful_session'): string {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return line?.split(';')[0] ?? ''
}

/**
 * Opens a context with a database and a storage of its own. `environment` adds to the configuration. Pictures and
 * imported files are read in this process. Disposing it throws if a call has counted for a limit that it does not declare.
 */
export async function openTestContext(environment: NodeJS.ProcessEnv = {}) {
  const database = await createTestDb()
  const storageFolder = mkdtempSync(join(tmpdir(), 'brimful-storage-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    SECRETS_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: `file:${storageFolder}`,
    ...environment,
  })
  const lines: string[] = []
  const sink: DestinationStream = { write: (line) => void lines.push(line) }
  const opened = openContext(config, openLog('debug', sink), `test_${randomBytes(4).toString('hex')}`)
  const ctx = {
    ...opened,
    // a proof of work takes a sixteenth of a real one's time
    workProof: opened.workProof && openWorkProof(config.sessionSecret, '0'),
    pictures: openQuickPictures(),
    importFiles: openQuickImports(),
  }
  return {
    db: database.db,
    owner: database.owner,
    ctx,
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      await ctx.close()
      await database[Symbol.asyncDispose]()
      rmSync(storageFolder, { recursive: true, force: true })
      const found = undeclared.splice(0)
      if (found.length > 0) throw new Error(found.join('\n'))
    },
  }
}

/** Starts the application. `prepare` can replace parts of the context. */
export async function startTestApp(
  environment: NodeJS.ProcessEnv = {},
  prepare: (ctx: AppContext) => Partial<AppContext> = () => ({}),
): Promise<TestApp> {
  const opened = await openTestContext(environment)
  const { db } = opened
  const ctx = { ...opened.ctx, ...prepare(opened.ctx) }
  const { url, [Symbol.asyncDispose]: closeServer } = await listen(createServer(createApp(ctx)))
  const prefix = ctx.config.publicUrl.startsWith('https:') ? '__Host-brimful' : 'brimful'
  return {
    ...opened,
    ctx,
    url,
    signIn: async (uid) => `${prefix}_session=${await openSession(db, uid, 'test')}`,
    async signInConfirmed(uid) {
      const { token } = await openConfirmedSession(db, uid)
      const confirmation = sealConfirmation(ctx.config.secretsKey, token)
      return `${prefix}_session=${token}; ${prefix}_confirmed=${confirmation}`
    },
    get: (path, cookie) => ask(url + apiBase + path, { headers: { ...(cookie && { cookie }) } }),
    post: (path, body, cookie, headers) =>
      ask(url + apiBase + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await closeServer()
      await opened[Symbol.asyncDispose]()
    },
  }
}

/** Sends a request and parses a JSON response. */
export async function ask(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}
