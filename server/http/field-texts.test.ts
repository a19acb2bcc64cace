/** Tests that no call refuses input in the words of the schema library, which callers would read beside their fields. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { locales } from '../../contract/locale.ts'
import { parse } from './handle.ts'
import { translate } from './translate.ts'

/** Words of the library's own messages in its English and German, which none of our texts contains. */
const libraryWords =
  /invalid input|expected|received|too (big|small)|unrecognized|invalid (option|string|uuid|format)|ungültige eingabe|erwartet/i

const wrongValues = [
  undefined,
  null,
  7,
  -1.5,
  true,
  '',
  '\0',
  'x'.repeat(10_000),
  [],
  [7],
  {},
  { planted: 1 },
]

/** Returns inputs in which each property in turn has each wrong value. */
function wrongInputs(schema: z.ZodMiniType): unknown[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const names = Object.keys(properties)
  const single = names.flatMap((name) => wrongValues.map((value) => ({ [name]: value })))
  const all = wrongValues.map((value) => Object.fromEntries(names.map((name) => [name, value])))
  return [...wrongValues, ...single, ...all]
}

/** Returns what a caller would read beside the fields of a refused input, in each language. */
function textsOf(schema: z.ZodMiniType, input: unknown): string[] {
  try {
    parse(schema, input)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const texts = Object.values(error.details.fields ?? {})
    return locales.flatMap((locale) => texts.map((text) => translate(text, locale)))
  }
}

test('recognises the words of the schema library', () => {
  const { error } = z.object({ name: z.string(), kind: z.enum(['a', 'b']) }).safeParse({ name: 7, kind: 'c' })

  expect(error!.issues.map(({ message }) => libraryWords.test(message))).toEqual([true, true])
})

test('no call refuses input in the words of the schema library', () => {
  const schemas = allCalls.flatMap(({ path, params, query, body }) =>
    [params, query, body].filter((schema) => schema !== undefined).map((schema) => ({ path, schema })),
  )
  const found = schemas.flatMap(({ path, schema }) =>
    wrongInputs(schema).flatMap((input) => textsOf(schema, input).map((text) => ({ path, text }))),
  )

  expect(found.length).toBeGreaterThan(schemas.length)
  expect(found.filter(({ text }) => text.trim() === '' || libraryWords.test(text))).toEqual([])
})
