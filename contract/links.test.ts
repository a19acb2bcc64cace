import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeLinks, linkField, linkHosts, toLink } from './links.ts'

test.each([
  ['youtube.com/@mira', 'https://youtube.com/@mira'],
  [' https://www.youtube.com/@mira ', 'https://www.youtube.com/@mira'],
  ['http://m.youtube.com/c/mira', 'https://m.youtube.com/c/mira'],
  ['https://youtu.be/abc?t=1', 'https://youtu.be/abc?t=1'],
])('%s is kept as %s', (typed, kept) => {
  expect(toLink(typed, linkHosts.youtube)).toBe(kept)
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
])('%s is no YouTube page', (typed) => {
  expect(toLink(typed, linkHosts.youtube)).toBeUndefined()
})

test.each([
  'http://127.0.0.1/',
  'localhost',
  'https://[::1]/',
  'http://2130706433/',
  'https://intranet/',
  '//evil',
])('%s is nobody’s page', (typed) => {
  expect(toLink(typed)).toBeUndefined()
})

test('whatever is typed, what is kept is https, of the host, and stays as it is when typed again', () => {
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
      const kept = toLink(typed, linkHosts.x)
      if (kept === undefined) return
      const { protocol, hostname, username, password } = new URL(kept)
      expect([protocol, username, password]).toEqual(['https:', '', ''])
      expect(hostname === 'x.com' || hostname === 'twitter.com' || /\.(x|twitter)\.com$/.test(hostname)).toBe(
        true,
      )
      expect(toLink(kept, linkHosts.x)).toBe(kept)
    }),
    { numRuns: 500 },
  )
})

test('an empty field takes the link away, and a list drops what is empty or twice', () => {
  const field = linkField('instagram', 'Instagram')
  expect([field.parse(''), field.parse('  '), field.parse(null)]).toEqual([null, null, null])
  expect(field.safeParse('https://x.com/mira').success).toBe(false)
  expect(freeLinks.parse(['mira.example', '', 'https://mira.example/'])).toEqual(['https://mira.example/'])
  expect(freeLinks.safeParse(Array<string>(11).fill('a.example')).success).toBe(false)
})
