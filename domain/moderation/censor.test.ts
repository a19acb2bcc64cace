import { expect, test } from 'vitest'
import { maskText } from './censor.ts'

test.each([
  ['see https://evil.example/x?y=1 now', 'see [link] now'],
  ['evil.com', '[link]'],
  ['Free at WWW.Evil.Co.UK/bits !', 'Free at [link] !'],
  ['evil。com', '[link]'],
  ['http://127.0.0.1:8080/a', '[link]'],
  ['10.0.0.1', '[link]'],
  ['javascript://alert', '[link]'],
  ['münchen.example:81', '[link]'],
])('masks the link in %j', (text, masked) => {
  expect(maskText(text, [])).toBe(masked)
})

test.each([
  'Grace',
  'J. R. Hartley',
  'Dr. Mira Vale',
  'v1.5',
  '...',
  'a.b',
  'Zoë & Co.',
  '£7.50',
  'Anonymous',
])('finds no link in %j', (text) => {
  expect(maskText(text, [])).toBe(text)
})

test('masks a blocked word but not a word that contains it', () => {
  expect(maskText('sh1t happens', [])).toBe('**** happens')
  expect(maskText('Scunthorpe grapes', [])).toBe('Scunthorpe grapes')
})
