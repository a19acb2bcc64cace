/** Builds the image that is shipped, looks at what is in it, and runs the product from it. */
import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildImage, canBuildImages } from './image.ts'
import type { Image } from './image.ts'
import { followTip } from './whole-tip.ts'

if (!canBuildImages)
  console.log('e2e/image: skipped, because there is no buildah and debootstrap, or no root')

const folder = mkdtempSync(join(tmpdir(), 'brimful-image-'))
let image: Image
/** A build takes some minutes on a quiet machine, and took 56 where thirty processes waited for two cores. */
const buildMs = 90 * 60_000

beforeAll(() => {
  if (canBuildImages) image = buildImage(folder)
}, buildMs)
afterAll(() => {
  image?.close()
  rmSync(folder, { recursive: true, force: true })
}, buildMs)

test.skipIf(!canBuildImages)(
  'a tip goes from the payment to the overlay and the chat through processes of the image',
  async () => {
    // The image is production, which refuses stand-ins.
    const settings = { STORAGE_URL: 'file:/brimful/storage', NODE_ENV: 'development' }
    await expect(followTip({ folder: '.', node: image.node, settings })).resolves.toBeUndefined()
  },
)

test.skipIf(!canBuildImages)(
  'its processes are production, no root’s, and write nothing but the storage',
  () => {
    expect(image.config).toMatchObject({ User: 'node', WorkingDir: '/brimful' })
    expect(image.config.Cmd).toEqual(['node', 'dist/node/server.js'])
    expect(image.config.Env).toContain('NODE_ENV=production')
    expect(image.run(['id', '-un'])).toBe('node')
    const writable = 'find /brimful -xdev -writable'
    expect(image.run(['sh', '-c', writable])).toBe('/brimful/storage')
  },
)

test.skipIf(!canBuildImages)(
  'it has the programs, the pages and their packages, and nothing of the build',
  () => {
    const has = (path: string) => existsSync(join(image.files, 'brimful', path))
    const programs = ['server', 'workers', 'one-process', 'migrate', 'doctor', 'setup', 'release-restore']

    for (const path of [...programs.map((name) => `dist/node/${name}.js`), 'dist/public/assets', 'LICENSE'])
      expect([path, has(path)]).toEqual([path, true])
    for (const path of ['.git', '.env', 'web/src', 'e2e', 'package-lock.json', 'node_modules/vite'])
      expect([path, has(path)]).toEqual([path, false])
    expect(measure(join(image.files, 'brimful'))).toBeLessThan(250)
  },
)

test.skipIf(!canBuildImages)('the health check of Compose fails while no process is ready', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, { healthcheck?: { test: string[] } }>
  }
  const [, ...check] = services['server-1']!.healthcheck!.test

  expect(() => image.run(check)).toThrow()
})

/** Returns the size of a folder's files in megabytes. */
function measure(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6
}
