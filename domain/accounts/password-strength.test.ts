import { expect, test } from 'vitest'
import { refuseWeakPassword } from './password-strength.ts'

test.each([
  'correcthorsebatterystaple',
  'Correct Horse Battery Staple',
  'correct-horse-battery-staple',
  'brimful-brimful',
  'Brimful Brimful Brimful',
  'brimful.brimful!',
  'miravale_miravale',
  'password-password',
  'monkey2monkey2monkey2',
])('the password %s is refused', (password) => {
  expect(() => refuseWeakPassword(password, ['Miravale'])).toThrow('invalid_password_weak')
})

test.each(['kiln ember wicker tulip', 'four-kilns-and-9-Ovens', 'xq9vHt27LmPz', 'Käsekuchen um vier Uhr!'])(
  'the password %s is accepted',
  (password) => {
    expect(() => refuseWeakPassword(password, ['Miravale'])).not.toThrow()
  },
)
