/** Tests the leak scanner: it finds a leak of each kind and in each encoding. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findLeaks, traceKinds } from './find-leaks.ts'
import type { Secret, Trace } from './find-leaks.ts'

const text = 'Zoë’s "whisper" <7f3a/9c>?'
const secret: Secret = { name: 'a private message', text }
const trace = (change: Partial<Trace>): Trace => ({ kind: 'http', where: 'GET /', text: '', ...change })

test.each(traceKinds)('a leak by %s is found and reported', (kind) => {
  const leaks = findLeaks([secret], [trace({ kind, where: 'there', text: `before ${text} behind` })])

  expect(leaks).toEqual([{ secret: 'a private message', kind, where: 'there', encoding: 'plain' }])
})

test.each<[string, string]>([
  ['in capitals', text.toUpperCase()],
  ['in JSON', JSON.stringify({ message: text })],
  ['in JSON in JSON', JSON.stringify({ job: JSON.stringify({ message: text }) })],
  ['in a URL', `https://x.example/?q=${encodeURIComponent(text)}`],
  ['in a form', new URLSearchParams({ q: text }).toString()],
  ['in HTML', '<p>Zoë’s &quot;whisper&quot; &lt;7f3a/9c&gt;?</p>'],
  ['in hex', Buffer.from(text).toString('hex')],
  ['in undecoded bytes', Buffer.from(text).toString('latin1')],
  ...['', 'a', 'ab'].flatMap((before): [string, string][] =>
    ['', 'y', 'yz'].map((after) => [
      `in base64 between "${before}" and "${after}"`,
      Buffer.from(before + text + after).toString('base64'),
    ]),
  ),
  ['in base64url', Buffer.from(`>>>${text}???`).toString('base64url')],
])('a leak %s is found', (_, leaked) => {
  expect(findLeaks([secret], [trace({ text: leaked })])).toHaveLength(1)
})

test('a text without the secret, or a place where it is allowed, is no leak', () => {
  const own: Secret = { ...secret, isAllowedIn: ({ where }) => where === 'GET /mine' }

  expect(
    findLeaks([secret], [trace({ text: 'a whisper' }), trace({ text: gzipSync(text).toString('latin1') })]),
  ).toEqual([])
  expect(findLeaks([own], [trace({ where: 'GET /mine', text })])).toEqual([])
  expect(
    findLeaks([own], [trace({ where: 'GET /mine', text }), trace({ where: 'GET /yours', text })]),
  ).toMatchObject([{ where: 'GET /yours' }])
})
