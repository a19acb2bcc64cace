import { afterEach, expect, test, vi } from 'vitest'
import { findProgram } from './programs.fixture.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('finds an installed program, and says which package a missing one needs', () => {
  vi.stubEnv('CI', '')
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

  expect(findProgram('sh', 'dash')).toEqual({ path: expect.stringMatching(/\/sh$/), reason: '' })
  expect(findProgram('no-such-program', 'some-package')).toEqual({
    path: '',
    reason: 'no-such-program is not installed (Debian: apt-get install some-package)',
  })
  expect(stderr).toHaveBeenCalledOnce()
})

test('throws in CI when a program is missing', () => {
  vi.stubEnv('CI', 'true')

  expect(() => findProgram('no-such-program', 'some-package')).toThrow('apt-get install some-package')
})
