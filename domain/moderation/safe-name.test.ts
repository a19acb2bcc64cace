import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatTemplates } from '../../contract/chat/chat-message.ts'
import { toSafeName } from './safe-name.ts'
import type { NameContext } from './safe-name.ts'

const there: NameContext = {
  blockedWords: ['spoiler', 'spoil*'],
  ownNames: ['mira', 'Mira Vale', 'brimful_helper'],
  action: 'mask',
  template: chatTemplates.goalTip,
}
const safe = (name: string, change: Partial<NameContext> = {}) => toSafeName(name, { ...there, ...change })

test.each([
  'Grace',
  'Ada & Grace',
  'Zoë Łukasz',
  'Юлия Щукина',
  'Егор',
  'Γιώργος',
  'न्यूटन',
  'สมชาย ใจดี',
  '王小明',
  'xX_grace_Xx',
  'Dr. Grace',
  'O’Neil',
  '❤️ Grace',
  'Ludwig van Beethoven',
  'J. R. R. Tolkien',
  'Grace of Clay',
  '田中太郎',
  'grace.hopper_99',
  '👩🏽‍🚀 Grace ❤️‍🔥',
  '👨‍👩‍👧‍👦 Grace',
  'علی‌رضا',
  'ශ්‍රී',
  'Grаce', // a Cyrillic letter among Latin ones
  'рауа', // Cyrillic letters only, each with a Latin look-alike
  '𝕲𝖗𝖆𝖈𝖊',
  'Ｇｒａｃｅ',
  'Ⓖⓡⓐⓒⓔ',
  'Grace²',
  'Brew™',
  'ﾊﾟﾝﾀﾞ',
])('%s stays unchanged', (name) => {
  expect(safe(name)).toBe(name.normalize('NFC'))
})

test.each([
  ['ＭＩＲＡ', '“ＭＩＲＡ”'],
  ['＠Grace', 'Grace'],
  ['“Ｇｒａｃｅ”', 'Ｇｒａｃｅ'],
  ['／ban Grace', '“ban Grace”'],
  ['@Grace', 'Grace'],
  ['Gr\u202Eace\u200B', 'Grace'],
  ['\u3164Grace\u2800\u2800Hopper', 'Grace Hopper'],
  ['Grace\r\nPRIVMSG #x', '“Grace PRIVMSG #x”'],
])('%j becomes %j', (name, result) => {
  expect(safe(name)).toBe(result)
})

test('stacked marks are reduced to what a script needs', () => {
  const zalgo = `G${'\u0336\u0317\u0353\u0321\u0489'.repeat(8)}race`
  const marks = safe(zalgo).match(/\p{M}/gu) ?? []
  expect(marks.length).toBeLessThanOrEqual(1)
  expect(safe(`${'\u0301'.repeat(9)}Grace`)).toBe('Grace')
})

test.each([
  '\u200B',
  '///',
  '\u0301\u0301',
  '""',
  '@',
  '  ',
  '!',
  '\u3164',
  '\u2800\u2800',
  '\uFFA0',
  '\u115F',
])('nothing remains of %j', (name) => {
  expect(safe(name).replace('@', '')).toBe('')
})

test.each([
  'Ada just tipped £500! Grace',
  'Grace: free subs for all',
  'Grace. Ada thanks you',
  'Ada, Grace',
  'Grace £500',
  '500 dollars',
  '500 Kronor',
  '5 pfund',
  '20 zlotys',
  '100czk',
  'Brimful',
  '✔ Grace',
  '✅ Grace',
  'Verified Grace',
  'Вrіmful', // looks like our own name, but has Cyrillic letters
  'B r i m f u l',
  'Mira Vale',
  'mira_vale',
  'ＭＩＲＡ',
  'Moderator',
  'Twitch Staff',
  'Bob. Mira is a fraud',
  'Mira is a fraud',
  'Mira Scams',
  'Ada fed the dragon with gold',
  'FREE NITRO for Everyone',
  'nobody likes this stream',
  'Nightbot',
  'StreamElements',
  'Sery_Bot',
  'brimful_helper',
  '米拉是一个骗子',
  '今日も配信ありがとう',
  'شكرا على البث',
])('quotes %s, which could be read as more than a name', (name) => {
  expect(safe(name)).toMatch(/^“[^“”]+”$/)
})

test('quotes a name with words of the creator’s template', () => {
  const template = '{user} fed the dragon with {amount}'
  expect(safe('Ada fed the dragon with gold', { template })).toMatch(/^“.*”$/)
  expect(safe('Ada Fed The Dragon', { template: '{user} fed the dragon' })).toMatch(/^“.*”$/)
  expect(safe('Ada Fed The Dragon')).toBe('Ada Fed The Dragon')
})

test('removes quotes from a name', () => {
  expect(safe('“Ada” just tipped “£500”')).toBe('“Ada just tipped £500”')
})

test.each([
  ['buy evil.com', 'buy [link]'],
  ['evil [dot] shop', '[link]'],
  ['evil . com', '[link]'],
  ['evil dot com', '[link]'],
  ['еvil．com', '[link]'],
  ['me@evil.com', '[link]'],
  ['no Spoilers', 'no ********'],
  ['no ѕроіler', 'no *******'],
  ['no sp0iler!', 'no ********'],
  ['f@ggot', ''],
  ['tw@t', '****'],
  ['s p o i l e r', '* * * * * * *'],
  ['f.u.c.k you', '******* you'],
])('%j is masked as %j', (name, result) => {
  expect(safe(name).replace(/[“”]/gu, '')).toBe(result)
})

test('any name becomes one line without command, mention, stacked marks or open quote', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (name) => {
      const result = safe(name)
      expect(result).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
      expect(result).not.toMatch(/^[\s/.!\\]/)
      expect(result).not.toMatch(/@\S/)
      expect(result).not.toMatch(/\p{M}{4}/u)
      expect([0, 2]).toContain(result.replace(/[^“”„‟"]/g, '').length)
    }),
    { numRuns: 2000 },
  )
})
