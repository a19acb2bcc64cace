import { expect, test } from 'vitest'
import { isPrivatePath } from './private-paths.ts'

test.each([
  '/account',
  '/account/login/ada@example.test',
  '/signup/OTP-verification',
  '/authentication/reset-password',
  '/Admin',
  '/admin/books/',
  '/dashboard',
  '/dashboard/insights',
  '/dashboard/payment-setting',
  '/dashboard/payment-setting2',
  '/dashboard/Integrations-setting',
  '/profile-setting',
  '/control-panel/invite',
  '/user/miravale/total-earnings',
])('%s is a private page', (path) => {
  expect(isPrivatePath(path)).toBe(true)
})

test.each([
  '/',
  '/explore',
  '/dashboard/explore',
  '/dashboard/payment-success/cs_1',
  '/dashboard/payment-failure',
  '/dashboard/receipt',
  '/miravale/current-goals',
  '/user/miravale/current-goals',
  '/accountant/tips',
  '/maintenance',
  '/api-reference',
])('%s is not: providers’ code may run there, or it is everybody’s', (path) => {
  expect(isPrivatePath(path)).toBe(false)
})
