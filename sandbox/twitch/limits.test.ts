import { expect, test } from 'vitest'
import { openLimits } from './limits.ts'

test('counts messages as moderator toward the lower limit too', () => {
  const limits = openLimits()

  for (let at = 0; at < 20; at += 1) limits.countMessage('bot', 'mine', true)

  expect(limits.countMessage('bot', 'mine', true)).toBe(true)
  expect(limits.countMessage('bot', 'foreign', false)).toBe(false)
  expect(limits.countMessage('other', 'foreign', false)).toBe(true)
})

test('locks an account out of all channels after exceeding a limit', () => {
  const limits = openLimits()
  limits.setClock({ lockoutSeconds: 1800 })
  for (let at = 0; at < 20; at += 1) limits.countMessage('bot', `channel${at}`, false)

  limits.countMessage('bot', 'another', false)

  expect(limits.countMessage('bot', 'mine', true)).toBe(false)
  expect(limits.violations.messages).toBe(2)
  limits.resetViolations()
  expect(limits.violations.messages).toBe(0)
})

test('allows 20 log-ins in 10 s', () => {
  const limits = openLimits()

  const passed = Array.from({ length: 21 }, () => limits.countAuth('bot'))

  expect(passed.filter(Boolean)).toHaveLength(20)
})
