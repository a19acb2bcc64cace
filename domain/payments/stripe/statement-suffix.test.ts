import { expect, test } from 'vitest'
import { toStatementSuffix } from './statement-suffix.ts'

test.each([
  [['Mira Vale', 'miravale'], 'MIRA VALE'],
  [['Zoë’s *Kiln* <live>', 'zoe'], 'ZOE S KILN'],
  [['Ǆemal "Đ" \\', 'dzemal'], 'DZEMAL'],
  [['Maximiliana von Hohenstein', 'maxi'], 'MAXIMILIAN'],
  [['Twelve ab c', 'twelve'], 'TWELVE AB'],
  [['星空ライブ', 'hoshizora_live'], 'HOSHIZORA'],
  [['2000', 'the2000'], 'THE2000'],
])('the names %j are on a statement as %s', (names, suffix) => {
  expect(toStatementSuffix(names)).toBe(suffix)
})

test('no name with a letter, no suffix', () => {
  expect(toStatementSuffix(['🎹', '123_456'])).toBeUndefined()
})
