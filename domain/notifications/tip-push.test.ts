import { expect, test } from 'vitest'
import { writeTipPush } from './tip-push.ts'

const tip = {
  supporterName: 'Ada',
  isAnonymous: false,
  isPrivate: false,
  message: 'For the kiln',
  amountMinor: 90_00,
  currency: 'gbp' as const,
  isHeld: false,
}

test('a push message says of a held tip that it waits, and of another one not', () => {
  const bodyOf = (isHeld: boolean) =>
    writeTipPush({ kind: 'tip', tip: { ...tip, isHeld }, goal: null }, 'tag', 'en').body

  expect(bodyOf(false)).toBe('as a general tip\n“For the kiln”')
  expect(bodyOf(true)).toBe(
    'as a general tip\n“For the kiln”\nHeld for review: show or dismiss it in your tips',
  )
})

test('a private message stays out of it', () => {
  const { body } = writeTipPush({ kind: 'tip', tip: { ...tip, isPrivate: true }, goal: null }, 'tag', 'de')

  expect(body).not.toContain('kiln')
  expect(body.split('\n')).toHaveLength(2)
})
