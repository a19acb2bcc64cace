import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeLinks, linkField, linkHosts, toLink } from './links.ts'

test.each([
  ['youtube.com/@mira', 'https://youtube.com/@mira'],
  [' https://www.youtube.com/@mira ', 'https://www.youtube.com/@mira'],
  ['http://m.youtube.com/c/mira', 'https://m.youtube.com/c/mira'],
  ['https://youtu.be/abc?t=1', 'https://youtu.be/abc?t=1'],
])('%s is stored as %s', (typed, stored) => {
  expect(toLink(typed, linkHosts.youtube)).toBe(stored)
})

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)//youtube.com',
  'data:text/html,youtube.com',
  'https://youtube.com.evil.example/',
  'https://evilyoutube.com/',
  'https://youtube.com@evil.example/',
  'https://evil.example/youtube.com',
  'https://evil.example#.youtube.com',
  'https://youtube.com:8443/',
  'https://user:secret@youtube.com/',
  'ftp://youtube.com/',
  'https://',
  'a page',
])('%s is rejected as a YouTube page', (typed) => {
  expect(toLink(typed, linkHosts.youtube)).toBeUndefined()
})

test.each([
  'http://127.0.0.1/',
  'localhost',
  'https://[::1]/',
  'http://2130706433/',
  'https://intranet/',
  '//evil',
])('%s is rejected as a web page', (typed) => {
  expect(toLink(typed)).toBeUndefined()
})

test('a stored link is https, of the expected host, and stays the same when it is entered again', () => {
  const nasty = fc.tuple(
    fc.constantFrom('', 'https://', 'http://', 'javascript:', '//'),
    fc.string(),
    fc.constantFrom('', 'x.com', '@x.com', '.x.com', '/x.com'),
    fc.string(),
  )
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    nasty.map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const stored = toLink(typed, linkHosts.x)
      if (stored === undefined) return
      const { protocol, hostname, username, password } = new URL(stored)
      expect([protocol, username, password]).toEqual(['https:', '', ''])
      expect(hostname === 'x.com' || hostname === 'twitter.com' || /\.(x|twitter)\.com$/.test(hostname)).toBe(
        true,
      )
      expect(toLink(stored, linkHosts.x)).toBe(stored)
    }),
    { numRuns: 500 },
  )
})

test('an empty field removes the link, and a list drops empty values and duplicates', () => {
  const field = linkField('instagram', 'Instagram')
  expect([field.parse(''), field.parse('  '), field.parse(null)]).toEqual([null, null, null])
  expect(field.safeParse('https://x.com/mira').success).toBe(false)
  expect(freeLinks.parse(['mira.example', '', 'https://mira.example/'])).toEqual(['https://mira.example/'])
  expect(freeLinks.safeParse(Array<string>(11).fill('a.example')).success).toBe(false)
})

test('a copied link is read without the characters that nobody sees', () => {
  expect(toLink('\u202Ahttps://mira.example/art\u200B\u202C')).toBe('https://mira.example/art')
})
