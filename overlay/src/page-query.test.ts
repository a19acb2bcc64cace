import { expect, test } from 'vitest'
import { parseQuery } from './page-query.ts'

const uid = '3f2c1b9a-0d4e-4c6f-8a7b-123456789abc'

test.each([
  [`?userUID=${uid}`, { userUID: uid, key: undefined }],
  [`?userUID=${uid}&key=abc`, { userUID: uid, key: 'abc' }],
  [`?key=abc&userUID=%20${uid.toUpperCase()}%20`, { userUID: uid, key: 'abc' }],
  ['', undefined],
  ['?userUID=', undefined],
  ['?userUID=miravale', undefined],
  [`?useruid=${uid}`, undefined],
  [`?userUID=${uid.slice(0, -1)}`, undefined],
  [`?userUID=${uid}{`, undefined],
])('the query %j is read as %j', (search, query) => {
  expect(parseQuery(search)).toEqual(query)
})
