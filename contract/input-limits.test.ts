import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import type { JsonSchema } from './json-schema.fixture.ts'
import { allCalls } from './calls.ts'
import { isWithin } from './input-limits.ts'

const withBody = allCalls.filter(({ body }) => body)

test.each(withBody.map((call) => [call.path, call] as const))(
  '%s declares limits that its largest body keeps to, and none beyond reason',
  (_, { body, bodyLimits: limits }) => {
    const largest = measure(z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

    expect(limits.bytes).toBeGreaterThanOrEqual(largest.bytes)
    expect(limits.depth).toBeGreaterThanOrEqual(largest.depth)
    expect(limits.values).toBeGreaterThanOrEqual(largest.values)
    expect(limits.bytes).toBeLessThanOrEqual(Math.max(10_000, 2 * largest.bytes))
  },
)

test('a value has so many levels and values at most, however it is made', () => {
  const limits = { depth: 2, values: 4 }

  expect(isWithin({ a: { b: 1 }, c: 2 }, limits)).toBe(true)
  expect(isWithin([[1], 2], limits)).toBe(true)
  expect(isWithin({ a: { b: 1 }, c: 2, d: 3 }, limits)).toBe(false)
  expect(isWithin([[1, 2, 3]], limits)).toBe(false)
  expect(isWithin({ a: { b: {} } }, limits)).toBe(false)
  expect(isWithin([[[]]], limits)).toBe(false)
  expect(isWithin(undefined, limits)).toBe(true)
})

interface Size {
  bytes: number
  depth: number
  values: number
}

const leaf = (bytes: number): Size => ({ bytes, depth: 0, values: 1 })
const max = (sizes: Size[], part: keyof Size) => Math.max(0, ...sizes.map((size) => size[part]))

/** Returns the size of the largest input of a schema. It counts sixty bytes for a text of unlimited length. */
function measure(schema: JsonSchema): Size {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const sizes = choices.map(measure)
    return { bytes: max(sizes, 'bytes'), depth: max(sizes, 'depth'), values: max(sizes, 'values') }
  }
  if (schema.const !== undefined || schema.enum)
    return leaf(Math.max(...(schema.enum ?? [schema.const]).map((one) => JSON.stringify(one).length)))
  if (schema.type === 'object') return measureObject(schema.properties ?? {})
  if (schema.type === 'array') return measureArray(schema)
  return leaf(schema.type === 'string' ? textBytes(schema) : 24)
}

/** One of JavaScript's characters takes three bytes in UTF-8 at most, and one in base64. */
function textBytes({ maxLength, pattern, format }: JsonSchema): number {
  if (format === 'uuid') return 38
  if (maxLength === undefined) return 62
  return 2 + maxLength * (pattern === '^[\\w-]+$' ? 1 : 3)
}

function measureObject(properties: Record<string, JsonSchema>): Size {
  const fields = Object.entries(properties).map(([name, field]) => ({ name, ...measure(field) }))
  return {
    bytes: fields.reduce((sum, { name, bytes }) => sum + name.length + bytes + 4, 2),
    depth: 1 + max(fields, 'depth'),
    values: fields.reduce((sum, { values }) => sum + values, 1),
  }
}

function measureArray({ items = {}, maxItems }: JsonSchema): Size {
  if (maxItems === undefined) throw new Error('a list whose length nothing limits')
  const item = measure(items)
  return {
    bytes: 2 + maxItems * (item.bytes + 1),
    depth: 1 + item.depth,
    values: 1 + maxItems * item.values,
  }
}
