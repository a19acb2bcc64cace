import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { findFragileTests } from './fragile-tests.ts'

const folder = setUpFolder()

test('no test depends on the machine’s speed or on the test files beside it', () => {
  expect(findFragileTests('.')).toEqual([])
})

test.each([
  'await vi.waitFor(() => done())',
  'await vi.waitUntil(done)',
  'await expect.poll(done, { timeout: 5_000 }).toBe(true)',
  "test('something', { timeout: 20_000 }, async () => {})",
  "vi.mock('./a.ts', { spy: true })",
])('%j is found', (source) => {
  folder.plant({ 'domain/a.test.ts': source })

  expect(findFragileTests(folder.path)).toEqual([expect.stringMatching(/^domain\/a\.test\.ts: /)])
})

test('longer waits, the product’s own, and mocks of packages are left alone', () => {
  folder.plant({
    'domain/a.ts': 'export const options = { timeout: 5_000 }',
    'domain/a.test.ts':
      'await expect.poll(done).toBe(true)\nawait expect.poll(done, { timeout: 90_000 }).toBe(true)',
    'domain/b.test.ts': "vi.mock('socket.io-client', () => ({}))",
  })

  expect(findFragileTests(folder.path)).toEqual([])
})
