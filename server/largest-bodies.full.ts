/** Measures for every call how long the largest body that it reads keeps the event loop from everything else. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../contract/json-schema.fixture.ts'
import type { Access, CallDefinition } from '../contract/call.ts'
import { allCalls } from '../contract/calls.ts'
import type { InputLimits } from '../contract/input-limits.ts'
import { buildCreator, buildSupporter } from '../db/builders.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { openImportFiles } from '../domain/imports/import-files.ts'
import { openPictures } from '../domain/storage/pictures.ts'
import { startTestApp } from './app.fixture.ts'

const app = await forFile(
  startTestApp({}, ({ log }) => ({ pictures: openPictures(log), importFiles: openImportFiles(log) })),
)

/** Returns the cookie of a new account that may make the call: some calls end the session, or the account. */
async function signIn(access: Access): Promise<string | undefined> {
  if (access === 'public') return undefined
  const build = access === 'admin' ? buildSupporter(app.db, { role: 'admin' }) : buildCreator(app.db)
  return app.signInConfirmed((await build).uid)
}

/** How many milliseconds longer than for a trivial request the loop may stand still. */
const maxStandstill = 50
/** A busy machine only adds to a measurement, so the shortest counts, and one that is short enough ends the attempts. */
const maxAttempts = 30

const calls = allCalls.filter(({ body }) => body).map((call) => [call.path, call] as const)

test.each(calls)('%s reads its largest body while others go on', async (_, call) => {
  const trivial = await measure(call, '{}', 0)

  for (const [kind, body] of Object.entries(largestBodies(call))) {
    const standstill = await measure(call, body, trivial + maxStandstill)
    expect([kind, standstill]).toSatisfy(() => standstill <= trivial + maxStandstill)
  }
})

/**
 * Returns the shortest of the longest standstills of the event loop, in milliseconds, while a body is sent: of three attempts, or as many
 * as are needed for one that is not above `enough`.
 */
async function measure({ path, access }: CallDefinition, body: string, enough: number): Promise<number> {
  let shortest = Infinity
  for (let n = 0; shortest > enough && n < (enough > 0 ? maxAttempts : 3); n++) {
    const cookie = await signIn(access)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const { status } = await app.post(path.replace(/:\w+/, 'x'), body, cookie)
    await sleep(5) // so that the monitor notices a standstill at the end
    delay.disable()
    shortest = Math.min(shortest, delay.max / 1e6)
    expect([path, status, access]).toSatisfy(() => isRead(status, access))
  }
  return shortest
}

/** Returns whether a response says that the body was read. */
function isRead(status: number, access: Access): boolean {
  const isAdmitted = access === 'public' || (status !== 401 && status !== 403)
  return isAdmitted && status !== 413 && status < 500
}

/** Returns the largest bodies of a call: with most values, most levels, the longest text, and the most of what its schema takes. */
function largestBodies({ body, bodyLimits: limits }: CallDefinition): Record<string, string> {
  const many = Array.from({ length: limits.values - 2 }, (_, n) => [`k${n}`, 0] as const)
  const schema = z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const texts = Object.keys(schema.properties ?? {}).flatMap((name) =>
    ['a', '-', ' ', '@a.', '%', '\u0000'].map(
      (text) => [`${name} of ${JSON.stringify(text)}`, fillText(name, text, limits.bytes)] as const,
    ),
  )
  const full = fill(schema, 0)
  return {
    'many values': pad(Object.fromEntries(many), limits.bytes),
    'a full list': JSON.stringify(Array.from({ length: limits.values - 1 }, () => ({}))),
    'many levels': '['.repeat(limits.depth) + ']'.repeat(limits.depth),
    'the longest text': pad({}, limits.bytes),
    ...Object.fromEntries(texts),
    'all that its schema takes': cut({ ...(full as object), unknown: 0 }, limits),
  }
}

/** Returns an invalid input of a schema with every field, full lists, and texts that are one character too long. */
function fill(schema: JsonSchema, above: number): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fill(choices[0]!, above)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fill(field, above + 1)]),
    )
  if (schema.type === 'array')
    return Array.from({ length: schema.maxItems ?? 1 }, () => fill(schema.items ?? {}, above + 1))
  return 'ß'.repeat((schema.maxLength ?? 30) + 1)
}

/** Returns the input as JSON if it is within the limits, otherwise its largest fields shortened. */
function cut(input: object, { bytes }: InputLimits): string {
  const json = JSON.stringify(input)
  if (Buffer.byteLength(json) <= bytes) return json
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' ? value.slice(0, 20) : value,
  )
}

function pad(input: object, bytes: number): string {
  const room = bytes - Buffer.byteLength(JSON.stringify({ ...input, x: '' }))
  return JSON.stringify({ ...input, x: 'a'.repeat(room) })
}

function fillText(name: string, text: string, bytes: number): string {
  const each = JSON.stringify(text).length - 2
  const room = bytes - JSON.stringify({ [name]: '' }).length
  return JSON.stringify({ [name]: text.repeat(Math.floor(room / each)) })
}
