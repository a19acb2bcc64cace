import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openTestBucket } from './bucket.fixture.ts'
import { openStorage } from './storage.ts'
import type { Storage } from './storage.ts'

async function holdToPromise(storage: Storage): Promise<void> {
  const bytes = Buffer.from([0, 255, 13, 10, 0])
  expect(await storage.get('a-1.webp')).toBeUndefined()
  await storage.put('a-1.webp', Buffer.from('first'), 'image/webp')
  await storage.put('a-1.webp', bytes, 'image/webp')
  expect(await storage.get('a-1.webp')).toEqual(bytes)
  await storage.remove('a-1.webp')
  await storage.remove('a-1.webp')
  expect(await storage.get('a-1.webp')).toBeUndefined()
  for (const name of ['../a', 'a/b', '.hidden', '', 'A', 'private/', 'private/../a', 'private/private/a'])
    await expect(storage.get(name)).rejects.toThrow('not the name of a stored file')
  await holdFiles(storage)
}

async function holdFiles(storage: Storage): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storage-from-'))
  const big = randomBytes(3_000_000)
  writeFileSync(join(folder, 'big'), big)

  expect(await storage.open('private/e.zip')).toBeUndefined()
  await storage.putFile('private/e.zip', join(folder, 'big'), 'application/zip')
  const found = await storage.open('private/e.zip')

  expect((await buffer(found!)).equals(big)).toBe(true)
  expect(await storage.get('e.zip')).toBeUndefined()
  await storage.remove('private/e.zip')
  expect(await storage.open('private/e.zip')).toBeUndefined()
  await expect(storage.putFile('private/n.zip', join(folder, 'none'), 'application/zip')).rejects.toThrow()
  expect(await storage.open('private/n.zip')).toBeUndefined()
  rmSync(folder, { recursive: true })
}

test('a folder stores files whole or not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  const storage = openStorage(`file:${folder}/made/when/needed`)

  await holdToPromise(storage)
  await storage.put('b.webp', Buffer.from('x'), 'image/webp')

  expect(readdirSync(join(folder, 'made/when/needed'))).toEqual(['b.webp', 'private'])
  expect(readdirSync(join(folder, 'made/when/needed/private'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a bucket accepts requests signed with its key', async () => {
  await using bucket = await openTestBucket()

  await holdToPromise(openStorage(bucket.url))

  const { href } = Object.assign(new URL(bucket.url), { password: 'another' })
  await expect(openStorage(href).get('a-1.webp')).rejects.toThrow('storage answered 403')
})
