import { expect, test } from 'vitest'
import { censorMessage, censorName } from './censor-tip.ts'
import { toSafeName } from './safe-name.ts'

const settings = { blockedWords: [], ownNames: ['mira'], action: 'mask' as const }

test('a name that becomes longer with links and quotes is at most 50 characters within its quotes', () => {
  const shown = censorName(`Moderator ${'t.me/a '.repeat(6)}`.slice(0, 50), settings)
  const long = censorName(`Admin ${'n'.repeat(44)}`, settings)

  expect(shown).toMatch(/^“Moderator \[link\].*”$/)
  expect([...shown].length).toBeLessThanOrEqual(52)
  expect(long).toBe(`“Admin ${'n'.repeat(44)}”`)
})

test('marks that are stacked on letters are cut in names and messages', () => {
  const zalgo = `G${'\u0336\u0317\u0353\u0321'.repeat(10)}race`

  expect(censorName(zalgo, settings)).toBe('G\u0336\u0336race')
  expect(censorMessage(zalgo, settings)).toBe('G\u0336\u0336race')
})

test('control characters are removed, line breaks of a message stay', () => {
  expect(censorName('Gr\u0007a\u001bce', settings)).toBe('Grace')
  expect(censorName('fu\u0007ck', settings)).toBe('****')
  expect(censorMessage('one\ntwo\u0000\u0085', settings)).toBe('one\ntwo')
})

test('chats quote a name whole, however long it is', () => {
  const context = { ...settings, template: '{user}' }
  expect(toSafeName(`Admin ${'n'.repeat(44)}`, context)).toBe(`“Admin ${'n'.repeat(44)}”`)
})
