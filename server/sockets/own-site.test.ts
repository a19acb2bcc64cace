import { expect, test } from 'vitest'
import { isOwnSite } from './own-site.ts'

const host = '10.0.0.5:3000'

test.each([
  ['no browser', {}, true],
  ['the address that was asked', { origin: 'http://10.0.0.5:3000' }, true],
  ['the public address, behind a proxy', { origin: 'https://brimful.example' }, true],
  [
    'a browser that takes ws: for another site',
    { origin: 'http://10.0.0.5:3000', 'sec-fetch-site': 'cross-site' },
    true,
  ],
  ['a reading of our own page', { 'sec-fetch-site': 'same-origin' }, true],
  ['another site', { origin: 'https://evil.example' }, false],
  ['another port', { origin: 'http://10.0.0.5:3001' }, false],
  ['a neighbour of our name', { origin: 'https://brimful.example.evil.example' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a file', { origin: 'file://' }, false],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sister site without an origin', { 'sec-fetch-site': 'same-site' }, false],
])('from %s', (_, headers, isOwn) => {
  expect(isOwnSite({ host, ...headers }, 'https://brimful.example')).toBe(isOwn)
})
