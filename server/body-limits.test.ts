/** Sends every call with more than it declares to read: it is refused before its schema, its handler or the database sees it. */
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import type { Access, CallDefinition } from '../contract/call.ts'
import { allCalls } from '../contract/calls.ts'
import { needsConfirmation } from '../contract/accounts/lasting-changes.ts'
import { buildCreator, buildSupporter } from '../db/builders.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import type { Answer } from './app.fixture.ts'

/** The tables that the requests so far have read or written, for each query the first. */
const queried: string[] = []
const noteQueries: KyselyPlugin = {
  transformQuery: ({ node }) => {
    queried.push(`${node.kind} ${firstTable(node)}`)
    return node
  },
  transformResult: async ({ result }) => result,
}

function firstTable(node: RootOperationNode): string {
  return /"kind":"IdentifierNode","name":"(\w+)"/.exec(JSON.stringify(node))?.[1] ?? 'none'
}

const app = await forFile(startTestApp({}, (ctx) => ({ db: ctx.db.withPlugin(noteQueries) })))
const creator = await app.signInConfirmed((await buildCreator(app.db)).uid)
const admin = await app.signInConfirmed((await buildSupporter(app.db, { role: 'admin' })).uid)
const cookies: Record<Access, string | undefined> = {
  public: undefined,
  'signed-in': creator,
  creator,
  moderator: creator,
  admin,
}

const calls = allCalls.filter(({ body }) => body).map((call) => [call.path, call] as const)

async function send(
  { path, access }: CallDefinition,
  body: unknown,
): Promise<Answer & { queries: string[] }> {
  queried.length = 0
  const answer = await app.post(path.replace(/:\w+/, 'x'), body, cookies[access])
  return { ...answer, queries: [...queried] }
}

/** What admits a request: the session, and whether it is confirmed. */
const ofAccess = (call: CallDefinition) => {
  if (call.access === 'public') return []
  const read = 'SelectQueryNode session'
  return needsConfirmation(call) ? [read, read] : [read]
}

test.each(calls)('%s refuses a body with one byte too many, and reads nothing for it', async (_, call) => {
  const body = padTo(call.bodyLimits.bytes + 1)
  expect(Buffer.byteLength(body)).toBe(call.bodyLimits.bytes + 1)

  const { status, body: answer, queries } = await send(call, body)

  expect([status, answer]).toMatchObject([413, { code: 'too_large', ErrorMessage: 'That’s too large.' }])
  expect(queries).toEqual(ofAccess(call))
})

test.each(calls)('%s refuses one value or one level too many, and reads nothing for it', async (_, call) => {
  const many = Object.fromEntries(Array.from({ length: call.bodyLimits.values }, (_value, n) => [`k${n}`, 0]))
  const deep = '['.repeat(call.bodyLimits.depth + 1) + ']'.repeat(call.bodyLimits.depth + 1)

  for (const body of [many, deep]) {
    const { status, body: answer, queries } = await send(call, body)

    expect([status, answer]).toMatchObject([400, { code: 'invalid_input', ErrorMessage: shapeText }])
    expect(queries).toEqual(ofAccess(call))
  }
})

const shapeText = 'That has too many parts, or parts too deep inside each other.'

test('a stranger’s body for a creator’s call is not read, whatever it is', async () => {
  queried.length = 0
  const bodies = ['{"draft":', padTo(60_000), '['.repeat(30_000)]
  const answers = await Promise.all(bodies.map((body) => app.post('account/save-alert-draft', body)))

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(queried).toEqual([])
})

test('a body that is compressed counts with what it is unpacked', async () => {
  const { gzipSync } = await import('node:zlib')
  const body = gzipSync(padTo(10_000_000))
  expect(body.length).toBeLessThan(10_000)

  const response = await fetch(`${app.url}/api/v1/account/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(body),
  })

  expect(response.status).toBe(413)
})

/** Returns JSON of so many bytes. */
function padTo(bytes: number): string {
  return JSON.stringify({ x: 'a'.repeat(bytes - '{"x":""}'.length) })
}
