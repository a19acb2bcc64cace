import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPageCache } from './page-cache.ts'

function openTestCache() {
  let time = 0
  let renders = 0
  const cache = openPageCache(() => time)
  const render = async () => `page ${(renders += 1)}`
  return {
    wait: (ms: number) => void (time += ms),
    get: async (key = 'a', own: () => Promise<string | undefined> = render) =>
      (await (await cache.get(key, own))?.('identity'))?.toString(),
    getPage: () => cache.get('a', render),
  }
}

test('a page is kept for two seconds, and each key has its own', async () => {
  const { get, wait } = openTestCache()

  expect([await get(), await get('b')]).toEqual(['page 1', 'page 2'])
  wait(2000)
  expect([await get(), await get('b')]).toEqual(['page 1', 'page 2'])
})

test('an older page is still sent while one new page is made; a page of more than twenty seconds is not', async () => {
  const { get, wait } = openTestCache()
  await get()
  wait(2001)

  expect(await Promise.all([get(), get()])).toEqual(['page 1', 'page 1'])
  await expect.poll(() => get()).toBe('page 2')
  wait(20_001)
  expect(await get()).toBe('page 3')
})

test('requests that wait for the same page share it', async () => {
  const { get } = openTestCache()
  expect(await Promise.all([get(), get(), get()])).toEqual(['page 1', 'page 1', 'page 1'])
})

test('what could not be rendered is not kept', async () => {
  const { get } = openTestCache()
  const fail = async () => {
    throw new Error('no database')
  }

  await expect(get('a', fail)).rejects.toThrow('no database')
  expect(await get('a', async () => undefined)).toBeUndefined()
  expect(await get()).toBe('page 1')
})

test('a page is the same in every encoding, each of which is made once', async () => {
  const page = await openTestCache().getPage()
  const [br, gzip] = [await page!('br'), await page!('gzip')]

  expect([brotliDecompressSync(br), gunzipSync(gzip)].map(String)).toEqual(['page 1', 'page 1'])
  expect([await page!('br'), await page!('gzip')].map((again, i) => again === [br, gzip][i])).toEqual([
    true,
    true,
  ])
})
