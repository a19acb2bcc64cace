/** Writes the types of the client (`calls.ts`) from the schemas of the contract. */
import * as z from 'zod/mini'
import { toolCalls } from '../contract/calls.ts'
import type { JsonSchema } from '../contract/json-schema.fixture.ts'
import { feedEvent } from '../contract/tools/tool-events.ts'

/** Returns the text of `calls.ts`. */
export function writeCalls(): string {
  const calls = toolCalls.map(({ method, path, summary, scope, query, body, response }) => {
    const parts = [
      ...(query ? [`query?: ${toType(z.toJSONSchema(query, { io: 'input' }) as JsonSchema, '    ')}`] : []),
      ...(body ? [`body: ${toType(z.toJSONSchema(body, { io: 'input' }) as JsonSchema, '    ')}`] : []),
      `response: ${toType(z.toJSONSchema(response, { io: 'output' }) as JsonSchema, '    ')}`,
    ]
    const lines = parts.map((part) => `    ${part}\n`).join('')
    return `  /** ${summary} Needs the scope \`${scope}\`. */\n  '${method} ${path}': {\n${lines}  }\n`
  })
  const event = toType(z.toJSONSchema(feedEvent, { io: 'output' }) as JsonSchema, '')
  return `/** The calls and events of Brimful's API for tools. Made from its contract: see README.md. */

/** Every call by its method and path, with its input and response. */
export interface Calls {
${calls.join('')}}

/** An event of the feed. */
export type FeedEvent = ${event}
`
}

function toType(schema: JsonSchema, indent: string): string {
  const { type } = schema
  if (Array.isArray(type)) return type.map((one) => toType({ ...schema, type: one }, indent)).join(' | ')
  const { enum: values, anyOf, oneOf, items, properties } = schema
  if ('const' in schema) return literal(schema.const)
  if (values) return values.map(literal).join(' | ')
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map((one) => toType(one, indent)))].join(' | ')
  if (type === 'array') return `Array<${toType(items ?? {}, indent)}>`
  if (type === 'object') return toObject(properties ?? {}, schema.required ?? [], indent)
  return scalars[type ?? ''] ?? 'unknown'
}

const scalars: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function toObject(properties: Record<string, JsonSchema>, required: string[], indent: string): string {
  const fields = Object.entries(properties).map(([name, one]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${indent}  ${name}${mark}: ${toType(one, `${indent}  `)}\n`
  })
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`
}
