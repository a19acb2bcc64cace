import { expect, test } from 'vitest'
import { findOldNode } from './old-node.ts'

test.each(['20.20.2', '21.7.3', '23.11.1', '25.2.0'])(
  'production is warned of Node %s, which has ended',
  (version) => {
    expect(findOldNode(true, version)).toMatch(
      new RegExp(`^This is Node ${version.slice(0, 2)}, .* since \\w+ 202\\d: install Node 24\\.$`),
    )
    expect(findOldNode(false, version)).toBeUndefined()
  },
)

test.each(['22.23.3', '24.21.0', '26.1.0'])('nothing is said of Node %s', (version) => {
  expect(findOldNode(true, version)).toBeUndefined()
})
