import { expect, test } from 'vitest'
import { openLimits } from './limits.ts'

test('messages where the sender is a moderator leave the lower limit as it is', () => {
  const limits = openLimits()
  for (let at = 0; at < 60; at += 1) limits.countMessage('bot', true)

  const passed = Array.from({ length: 21 }, () => limits.countMessage('bot', false))

  expect(passed.filter(Boolean)).toHaveLength(20)
})

test('messages where the sender is no moderator count toward the higher limit too', () => {
  const limits = openLimits()
  for (let at = 0; at < 20; at += 1) limits.countMessage('bot', false)

  const passed = Array.from({ length: 81 }, () => limits.countMessage('bot', true))

  expect(passed.filter(Boolean)).toHaveLength(80)
  expect(limits.countMessage('other', false)).toBe(true)
})

test('locks an account out of all channels after exceeding a limit', () => {
  const limits = openLimits()
  limits.setClock({ lockoutSeconds: 1800 })
  for (let at = 0; at < 20; at += 1) limits.countMessage('bot', false)

  limits.countMessage('bot', false)

  expect(limits.countMessage('bot', true)).toBe(false)
  expect(limits.violations.messages).toBe(2)
  limits.resetViolations()
  expect(limits.violations.messages).toBe(0)
})

test('allows 20 log-ins in 10 s', () => {
  const limits = openLimits()

  const passed = Array.from({ length: 21 }, () => limits.countAuth('bot'))

  expect(passed.filter(Boolean)).toHaveLength(20)
})
