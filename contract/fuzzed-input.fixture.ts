/** Makes random inputs from the contract's schemas, valid and hostile ones, for the tests named `fuzz…full.ts`. */
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { CallDefinition } from './call.ts'
import type { JsonSchema } from './json-schema.fixture.ts'
import { sampleInput } from './sample-input.fixture.ts'
import type { SampleInput } from './sample-input.fixture.ts'

type Schema = z.ZodMiniType

const parse = (text: string): unknown => JSON.parse(text)

/** The seed of this run, which `FUZZ_SEED` repeats, and how many inputs each subject gets, which `FUZZ_RUNS` sets. */
export function fuzzRuns(usual: number): { seed: number; numRuns: number } {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
  console.info(`FUZZ_SEED=${seed}`)
  return { seed, numRuns: Number(process.env.FUZZ_RUNS ?? usual) }
}

/** What hides in a text: characters that Postgres refuses, halves of others, signs that mean something elsewhere. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'x\uDFFF',
  '\u202E',
  '\u0007',
  '\r\nBcc: a@example.com',
  '%00',
  '%ED%A0%80',
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{constructor}}',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '٣',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '9999999999-01-01',
  '2026-13',
  '24:60',
  'P1Y',
  'a'.repeat(5_000),
  '🪙'.repeat(300),
  'é'.normalize('NFD').repeat(200),
  '١٢٣٤٥٦',
  'ﬀ'.repeat(64),
]
const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  5e-324,
]

/** A value of JSON that no schema expects. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(
    null,
    true,
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: 1 },
    { then: 1 },
    { toJSON: 'x' },
  ),
  fc.constantFrom('{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}').map(parse),
  fc.integer({ min: 1, max: 40 }).map((depth) => parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Returns requests of a call: mostly what its schemas take, with a hostile value here and there, or a body of another form. */
export function fuzzedInput(call: CallDefinition): fc.Arbitrary<SampleInput> {
  const sample = sampleInput(call)
  const bodyOf = call.body ? fuzzed(toJson(call.body), sample.body) : fc.constant(undefined)
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const params = fc.record(Object.fromEntries(names.map((name) => [name, textFor(sampleParam(call, name))])))
  const query = call.query ? fuzzed(toJson(call.query), queryOf(sample.path)) : fc.constant({})
  return fc
    .record({ params, query, body: fc.oneof({ weight: 9, arbitrary: bodyOf }, hostileBodyOf(call)) })
    .map((made) => ({
      path: pathOf(call.path, made.params, made.query),
      body: made.body,
    }))
}

/** Returns values of a schema, beside the valid `sample`, and hostile ones. */
export function fuzzedValue(schema: Schema, sample: unknown): fc.Arbitrary<unknown> {
  return fuzzed(toJson(schema), sample)
}

/** Returns a value of JSON with up to three of its parts replaced by hostile values, or left out. */
export function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value)
  const change = fc.record({
    path: fc.constantFrom(...paths),
    to: fc.option(fc.oneof(hostileValue, fc.constantFrom(...paths.map((path) => valueAt(value, path)))), {
      nil: undefined,
    }),
  })
  return fc
    .array(change, { maxLength: 3 })
    .map((changes) => changes.reduce((now, { path, to }) => replaceAt(now, path, to), value))
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...at, key]))]
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], value)
}

function replaceAt(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return to
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, to)
  return copy
}

const hostileBodyOf = (call: CallDefinition) => (call.body ? hostileValue : fc.constant(undefined))
const toJson = (schema: Schema) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Returns values of a schema, beside the valid `sample`, and hostile ones in place of any part. */
function fuzzed(schema: JsonSchema, sample: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: expected(schema, sample) },
    { weight: 3, arbitrary: fc.constant(sample) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function expected(schema: JsonSchema, sample: unknown): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => expected(one, sample)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'object') return objectOf(schema, sample)
  if (schema.type === 'array')
    return fc.array(fuzzed(schema.items ?? {}, undefined), { minLength: schema.minItems ?? 0, maxLength: 4 })
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0 })
  if (schema.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return textFor(sample)
}

/** Returns objects with the fields of a schema, some left out, some hostile, and now and then one that nothing declares. */
function objectOf({ properties = {}, required = [] }: JsonSchema, sample: unknown): fc.Arbitrary<unknown> {
  const given = typeof sample === 'object' && sample !== null ? (sample as Record<string, unknown>) : {}
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fuzzed(schema, given[name])]),
  )
  const known = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  const extra = fc.dictionary(fc.constantFrom('constructor', 'toString', 'uid', 'role', 'x'), hostileValue, {
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: 6, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, extra).map(([some, more]) => ({ ...some, ...more })) },
  )
}

/** Returns texts: the one that fits, hostile ones, ids and any others. */
function textFor(sample: unknown): fc.Arbitrary<string> {
  const fitting = typeof sample === 'string' ? [sample] : []
  return fc.oneof(
    fc.constantFrom(...fitting, ...hostileTexts),
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
}

function sampleParam(call: CallDefinition, name: string): string {
  const at = call.path.split('/').indexOf(`:${name}`)
  return decodeURIComponent(sampleInput(call).path.split('?')[0]!.split('/')[at] ?? 'x')
}

const queryOf = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''))

function pathOf(pattern: string, params: Record<string, string>, query: unknown): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encode(params[name]!))
  if (typeof query !== 'object' || query === null) return path
  const parts = Object.entries(query).map(
    ([name, value]) =>
      `${encode(name)}=${encode(typeof value === 'string' ? value : String(JSON.stringify(value)))}`,
  )
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}

/** Percent-encodes a text, half characters as a browser does; one that begins so is sent as it is, which may be no text at all. */
function encode(text: string): string {
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(text))
  return text.startsWith('%') ? text : encodeURIComponent(wellFormed) || '%20'
}
