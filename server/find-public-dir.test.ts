import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPublicDir } from './find-public-dir.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'brimful-pages-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const findFrom = (file: string) => findPublicDir(pathToFileURL(join(folder, file)).href)

test('the pages are found from a program, from a part that programs share, and from source', () => {
  const pages = join(folder, 'dist/public/')
  mkdirSync(pages, { recursive: true })

  expect(findFrom('dist/node/server.js')).toBe(pages)
  expect(findFrom('dist/node/parts/run-server-a1b2.js')).toBe(pages)
  expect(findFrom('server/find-public-dir.ts')).toBe(pages)
})

test('a program without pages does not start; source runs without them', () => {
  expect(() => findFrom('dist/node/parts/run-server-a1b2.js')).toThrow('The pages are missing')
  expect(findFrom('server/find-public-dir.ts')).toBeUndefined()
})
