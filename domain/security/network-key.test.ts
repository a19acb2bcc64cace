import { expect, test } from 'vitest'
import { networksOf } from './network-key.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2345::7', ['2001:db8:1:2345', '2001:db8:1:2300/56', '2001:db8:1/48']],
  ['2001:db8::7', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
  ['', ['']],
])('%s counts for the networks %j', (address, networks) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(networks)
  expect(networksOf(address).map(({ times }) => times)).toEqual([1, 2, 4].slice(0, networks.length))
})
