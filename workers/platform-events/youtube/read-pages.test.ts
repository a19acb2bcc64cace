import { expect, test } from 'vitest'
import { readPages } from './read-pages.ts'

async function* chunksOf(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(text: string, size = 1) {
  const pages = []
  for await (const page of readPages(chunksOf(text, size))) pages.push(page)
  return pages
}

const first = { items: [{ id: '1', text: 'ü "]}, [{' }], nextPageToken: 'a' }
const second = { items: [], nextPageToken: 'b', offlineAt: '2026-12-01T20:14:00Z' }

test.each([1, 3, 1_000])('pages are read from pieces of %i bytes', async (size) => {
  expect(await collect(`[${JSON.stringify(first)}\n,\n${JSON.stringify(second)}]`, size)).toEqual([
    first,
    second,
  ])
})

test('a page comes as soon as it is complete, and one that is cut off never', async () => {
  expect(await collect(`[${JSON.stringify(first)},{"items":[{"id":"2"}`)).toEqual([first])
  expect(await collect('[{}')).toEqual([{ items: [] }])
})

test.each(['<html>', '[{"items":7}]', '[1]'])('what is no list of pages is refused: %s', async (text) => {
  await expect(collect(text)).rejects.toThrow()
})

test('a page that does not end is refused once it is too large', async () => {
  await expect(collect(`[{"items":["${'x'.repeat(9 * 1024 * 1024)}`, 65_536)).rejects.toThrow(/bytes/)
})
