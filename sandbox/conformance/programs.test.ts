import { afterEach, expect, test, vi } from 'vitest'
import { findProgram } from './programs.fixture.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a program that is there has a path, one that is not has a reason that says what to install', () => {
  vi.stubEnv('CI', '')
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

  expect(findProgram('sh', 'dash')).toEqual({ path: expect.stringMatching(/\/sh$/), reason: '' })
  expect(findProgram('no-such-program', 'some-package')).toEqual({
    path: '',
    reason: 'no-such-program is not installed (Debian: apt-get install some-package)',
  })
  expect(said).toHaveBeenCalledOnce()
})

test('in CI a missing program is an error, so that no check is skipped unseen', () => {
  vi.stubEnv('CI', 'true')

  expect(() => findProgram('no-such-program', 'some-package')).toThrow('apt-get install some-package')
})
