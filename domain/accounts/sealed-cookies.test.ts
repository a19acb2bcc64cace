/** Tests that cookies which were sealed in another form count as expired. */
import { expect, test } from 'vitest'
import { seal } from '../security/sealing.ts'
import { openFlow, sealFlow } from './google-flow.ts'
import { makeChallenge, openChallenge } from './passkey-challenge.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'

const key = makeSecretKeys()

test('a Google sign-in is opened in its own form only', () => {
  const step = { kind: 'proven', googleId: '1', email: 'ada@example.test', from: null } as const
  const old = seal(key, JSON.stringify({ expiresAt: Date.now() + 60_000, kind: 'proven' }), 'google sign-in')

  expect(openFlow(key, sealFlow(key, step), 'proven')).toEqual(step)
  expect(openFlow(key, old, 'proven')).toBeUndefined()
})

test('a challenge of a passkey is opened in its own form only', () => {
  const { challenge, sealed } = makeChallenge(key, { purpose: 'log-in' })
  const old = seal(key, JSON.stringify({ challenge, expiresAt: Date.now() + 60_000 }), 'passkey challenge')

  expect(openChallenge(key, sealed, { purpose: 'log-in' })).toBe(challenge)
  expect(() => openChallenge(key, old, { purpose: 'log-in' })).toThrow(
    expect.objectContaining({ code: 'passkey_expired' }),
  )
})
