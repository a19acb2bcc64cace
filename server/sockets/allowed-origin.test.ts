import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

const host = '10.0.0.5:3000'

test.each([
  ['a client that is not a browser', {}, true],
  ['the address of the request', { origin: 'http://10.0.0.5:3000' }, true],
  ['the public address, behind a proxy', { origin: 'https://brimful.example' }, true],
  [
    'a browser that treats ws: as cross-site',
    { origin: 'http://10.0.0.5:3000', 'sec-fetch-site': 'cross-site' },
    true,
  ],
  ['our own page, without an Origin header', { 'sec-fetch-site': 'same-origin' }, true],
  ['another site', { origin: 'https://evil.example' }, false],
  ['another port', { origin: 'http://10.0.0.5:3001' }, false],
  ['a host that starts with our name', { origin: 'https://brimful.example.evil.example' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a local file', { origin: 'file://' }, false],
  ['another site, without an Origin header', { 'sec-fetch-site': 'cross-site' }, false],
  ['another subdomain, without an Origin header', { 'sec-fetch-site': 'same-site' }, false],
])('a handshake from %s', (_, headers, isAllowed) => {
  expect(isAllowedOrigin({ host, ...headers }, 'https://brimful.example')).toBe(isAllowed)
})
