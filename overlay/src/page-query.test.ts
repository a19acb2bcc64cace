import { expect, test } from 'vitest'
import { parseQuery } from './page-query.ts'

const uid = '3f2c1b9a-0d4e-4c6f-8a7b-123456789abc'

test.each([
  [`?userUID=${uid}`, { userUID: uid, key: undefined }],
  [`?userUID=${uid}#key=abc`, { userUID: uid, key: 'abc' }],
  [`?userUID=${uid}#`, { userUID: uid, key: undefined }],
  [`?userUID=${uid}&key=in-a-log#`, { userUID: uid, key: undefined }],
  [`?widget=goal&userUID=%20${uid.toUpperCase()}%20#key=abc`, { userUID: uid, key: 'abc' }],
  ['', undefined],
  [`#key=abc`, undefined],
  ['?userUID=', undefined],
  ['?userUID=miravale', undefined],
  [`?useruid=${uid}`, undefined],
  [`?userUID=${uid.slice(0, -1)}`, undefined],
  [`?userUID=${uid}{`, undefined],
])('the address %j is read as %j', (address, query) => {
  const { search, hash } = new URL(address, 'https://tips.test/streamalerts')
  expect(parseQuery(search, hash)).toEqual(query)
})
