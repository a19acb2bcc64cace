import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as f from './account-fields.ts'
import { getNameAvailability } from './sign-up-calls.ts'

const letters = (chars: string, max: number) =>
  fc.string({ unit: fc.constantFrom(...chars), minLength: 1, maxLength: max })
const label = letters('abcdefghijklmnopqrstuvwxyz0123456789', 12)
const usual = fc
  .tuple(
    label,
    fc.constantFrom('', '.', '+', '_', '-'),
    label,
    label,
    fc.constantFrom('test', 'co.uk', 'museum'),
  )
  .map(([first, mark, second, domain, end]) => `${first}${mark}${second}@${domain}.${end}`)

test('a usual email address is accepted and trimmed, in upper or lower case', () => {
  fc.assert(
    fc.property(usual, fc.boolean(), (address, isLoud) => {
      const typed = isLoud ? address.toUpperCase() : address
      expect(f.email.parse(`  ${typed}\t`)).toBe(typed)
    }),
  )
})

test.each([
  ['jo@bücher.example', 'jo@xn--bcher-kva.example'],
  [' Jo.Doe+tips@Bücher.example ', 'Jo.Doe+tips@xn--bcher-kva.example'],
  ['jo@例え。テスト', 'jo@xn--r8jz45g.xn--zckzah'],
])('the domain of %s is kept as mail servers know it', (typed, address) => {
  expect(f.email.parse(typed)).toBe(address)
})

test.each([
  'jo@bücher',
  'jo@bü cher.example',
  'jo@bücher.example/x',
  'jo@bücher.example:25',
  'a@b@bücher.example',
])('%s is no address', (typed) => expect(f.email.safeParse(typed).success).toBe(false))

test('an accepted email address is a single address of at most 254 characters and cannot break a header', () => {
  const hostile = fc.constantFrom('\r\nBcc: a@b.test', '\0', ' ', ',', '<', '>', '"', ';')
  const spoiled = fc.tuple(usual, hostile, fc.nat(40)).map(([address, text, at]) => {
    return address.slice(0, at) + text + address.slice(at)
  })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), spoiled), (typed) => {
      const { success, data } = f.email.safeParse(typed)
      if (!success) return
      expect(data).toMatch(/^[^\s,;<>"\p{Cc}]+@[^\s,;<>"\p{Cc}@]+$/u)
      expect(data.length).toBeLessThanOrEqual(254)
    }),
  )
})

test('a pasted code is accepted with white space between its six digits', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(digits, fc.nat(6), fc.constantFrom(' ', '\t', '\u00a0', '\n'), (code, at, gap) => {
      expect(f.oneTimeCode.parse(gap + code.slice(0, at) + gap + code.slice(at))).toBe(code)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const { success, data } = f.oneTimeCode.safeParse(typed)
      expect(success ? /^\d{6}$/.test(data) : true).toBe(true)
    }),
  )
})

test.each([
  ['email', f.email, 'ada@brimful.example'],
  ['one-time code', f.oneTimeCode, '123456'],
  ['second factor', f.secondFactor, 'abcde-fghij'],
  ['public name', f.claimableName, 'ada_lind'],
  ['name to look up', getNameAvailability.query.shape.name, 'ada_lind'],
])('a copied %s is read without the characters that nobody sees', (_, schema, value) => {
  for (const typed of [
    `\u202A${value}\u202C`,
    `\uFEFF${value}\u200B`,
    `\u00A0${value}\u2060\u00AD\n`,
    `${value}\0`,
  ])
    expect(schema.parse(typed)).toBe(value)
})

test.each(['123456', '123-456', '123 456', '123–456', '１２３４５６'])(
  '“%s” is a code of an app',
  (typed) => {
    expect(f.secondFactor.parse(typed)).toBe('123456')
    expect(f.oneTimeCode.parse(typed)).toBe('123456')
  },
)

test.each(['abcde-fghij', 'ABCDEFGHIJ', 'abcde – fghij'])('“%s” is a recovery code', (typed) => {
  expect(f.secondFactor.parse(typed)).toMatch(/^abcde-?fghij$/i)
})

test.each(['12 34 56 78', 'مرحبا abc', '👩‍👩‍👧‍👦🏳️‍🌈', 'hunter2', 'ada@brimful.example'])(
  '“%s” is no second factor, and costs no try',
  (typed) => {
    expect(f.secondFactor.safeParse(typed).success).toBe(false)
  },
)
