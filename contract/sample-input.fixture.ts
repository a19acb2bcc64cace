/** Makes a valid input of any call from its schemas, for tests that send every call. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { standardStyle } from './alerts/alert-looks.ts'
import { standardScene } from './alerts/standard-scene.ts'
import type { CallDefinition } from './call.ts'
import type { JsonSchema } from './json-schema.fixture.ts'

type Schema = z.ZodMiniType

/** Inputs that no schema describes well enough. */
const known: Record<string, object> = {
  'account/save-alert-draft': { draft: standardStyle() },
  'account/save-scene-draft': { draft: standardScene('top') },
}

/** Texts of the kinds that patterns demand; of each field the first one that its schema takes is used. */
const texts = [
  'abcdefgh',
  'ada-lovelace',
  'correct-horse-1',
  'ada@example.com',
  '123456',
  '10',
  '2026-02-01',
  '2026-02',
  '12:30',
  'https://example.com/ada',
  '#aabbcc',
  'Europe/Berlin',
  'DE',
  'gb',
  'DE123456789',
  '/pictures/ada.png',
  'pi_abcdefgh',
  'a'.repeat(22),
  'a'.repeat(43),
  'a'.repeat(64),
  'a'.repeat(87),
]

/** The parts of a request of a call, as they are sent. */
export interface SampleInput {
  /** The path with its parameters and its query. */
  path: string
  body: unknown
}

/** Returns a request that the schemas of a call take. It names things that do not exist. `wanted` replaces fields. */
export function sampleInput(call: CallDefinition, wanted: Record<string, unknown> = {}): SampleInput {
  const given = { ...known[call.path], ...wanted }
  const params = valueOf(call.params, given)
  const query = valueOf(call.query, given)
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const parts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return {
    path: parts.length > 0 ? `${path}?${new URLSearchParams(parts)}` : path,
    body: call.body ? valueOf(call.body, given) : undefined,
  }
}

function valueOf(schema: Schema | undefined, given: Record<string, unknown>): Record<string, unknown> {
  if (!schema) return {}
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  for (const text of texts) {
    const value = fill(json, text) as Record<string, unknown>
    const known = Object.entries(given).filter(([name]) => name in (json.properties ?? {}))
    const input = { ...value, ...Object.fromEntries(known) }
    if (schema.safeParse(input).success) return input
  }
  throw new Error(`no sample fits ${JSON.stringify(json)}`)
}

/** Returns a value with the required fields of a schema. `text` is used where any text is valid. */
function fill(schema: JsonSchema, text: string): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fill(choices[0]!, text)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(required.map(([key, field]) => [key, fill(field, text)]))
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => fill(schema.items ?? {}, text))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return textOf(schema, text)
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema, text: string): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'date-time') return new Date().toISOString()
  const fits = (one: string) =>
    one.length >= minLength && one.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(one))
  return [text, ...texts].find(fits) ?? text
}
