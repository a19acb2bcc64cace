import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultKey, failsWith, toCheckText } from './check-error.ts'
import { linkField } from './accounts/links.ts'

test.each([
  ['a wrong type', z.string(), 7, { key: 'invalid', values: {} }],
  ['a missing value', z.string(), undefined, { key: 'invalid', values: {} }],
  ['a number over its maximum', z.int().check(z.maximum(5)), 6, { key: 'invalid', values: { count: 5 } }],
  ['an empty text', z.string().check(z.minLength(1)), '', { key: 'invalid_empty', values: { count: 1 } }],
  [
    'a short text',
    z.string().check(z.minLength(3)),
    'ab',
    { key: 'invalid_too_short', values: { count: 3 } },
  ],
  ['a long text', z.string().check(z.maxLength(1)), 'ab', { key: 'invalid_too_long', values: { count: 1 } }],
  ['no branch of a union', z.union([z.int(), z.boolean()]), 'x', { key: 'invalid', values: {} }],
  ['a text of its own', z.email(failsWith('invalid_email')), 'x', { key: 'invalid_email', values: {} }],
  [
    'a text with a value',
    linkField('x', 'X'),
    'https://a.example',
    { key: 'invalid_link_site', values: { site: 'X' } },
  ],
])('a failed check with %s has a text of the catalogue', (_, schema, value, text) => {
  const { error } = z.safeParse(schema, value, { error: defaultKey })

  expect(error?.issues.map(toCheckText)).toEqual([text])
})
