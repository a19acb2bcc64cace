import type * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { toolCalls } from '../calls.ts'
import { toolExamples } from './tool-examples.ts'

test('every call of tools has an example, and there is no other', () => {
  const names = toolCalls.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(toolExamples).sort()).toEqual(names.sort())
})

test.each(toolCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'the example of %s is what its schemas take',
  (name, { query, body, response }) => {
    const example = toolExamples[name]!
    expect(parse(query, example.query)).toBe(true)
    expect(parse(body, example.body)).toBe(true)
    expect(response.parse(example.response)).toEqual(example.response)
  },
)

/** Without a schema there must be no example of that part. */
function parse(schema: z.ZodMiniType | undefined, value: unknown): boolean {
  return schema ? schema.safeParse(value ?? {}).success : value === undefined
}
