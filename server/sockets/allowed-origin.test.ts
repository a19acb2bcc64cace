import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

const host = '10.0.0.5:3000'

test.each([
  ['a client that is not a browser', {}],
  ['the address of the request', { origin: 'http://10.0.0.5:3000' }],
  ['the public address, behind a proxy', { origin: 'https://brimful.example' }],
  [
    'a browser that treats ws: as cross-site',
    { origin: 'http://10.0.0.5:3000', 'sec-fetch-site': 'cross-site' },
  ],
  ['our own page, without an Origin header', { 'sec-fetch-site': 'same-origin' }],
])('accepts a handshake from %s', (_, headers) => {
  expect(isAllowedOrigin({ host, ...headers }, 'https://brimful.example')).toBe(true)
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://10.0.0.5:3001' }],
  ['a host that starts with our name', { origin: 'https://brimful.example.evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a local file', { origin: 'file://' }],
  ['another site, without an Origin header', { 'sec-fetch-site': 'cross-site' }],
  ['another subdomain, without an Origin header', { 'sec-fetch-site': 'same-site' }],
])('refuses a handshake from %s', (_, headers) => {
  expect(isAllowedOrigin({ host, ...headers }, 'https://brimful.example')).toBe(false)
})
