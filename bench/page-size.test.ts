/** Checks the sizes of pages. This is a test and not a benchmark, because a size is the same on every machine. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertTheme } from '../contract/alerts/alert-style.ts'
import { listFirstLoad } from '../scripts/first-load.ts'
import { buildPages, sizeOfFirstLoad, sizeOfLibraries, sizeOfSiteStyles } from './page-size.ts'

beforeAll(() => void vi.stubEnv('NODE_ENV', 'production')) // otherwise the development build of React would be measured
afterAll(() => void vi.unstubAllEnvs())

/** The overlay pages, and how much more each may load at first than socket.io-client alone. A scene has what both others need. */
const overlayPages = { streamalerts: 1.25, overlay: 1.25, scene: 1.3 }

test('an overlay page loads at most a quarter more JavaScript than socket.io-client alone, and the scene 30 %', async () => {
  const libraries = await sizeOfLibraries('overlay')
  const chunks = await buildPages('overlay')

  for (const [page, limit] of Object.entries(overlayPages)) {
    const bytes = sizeOfFirstLoad(chunks, [`overlay/src/${page}.ts`])
    print(`${page} page`, bytes, 'socket.io-client', libraries)
    expect(bytes / libraries).toBeLessThanOrEqual(limit)
  }
}, 60_000)

test('the chunks that sound, speak, show videos and list the pieces of emoji have at most 4.5 KB, each theme at most 6 KB, and no page loads one at first', async () => {
  const chunks = await buildPages('overlay')
  const limits = [
    ...['sound', 'speech', 'video', 'emoji-pieces'].map((name) => [`overlay/src/${name}.ts`, 4.5] as const),
    ...alertTheme.options.map((theme) => [`overlay/src/themes/${theme}/theme.ts`, 6] as const),
  ]

  const first = listFirstLoad(
    chunks,
    ['streamalerts', 'overlay', 'scene'].map((page) => `overlay/src/${page}.ts`),
  )
  for (const [module, kilobytes] of limits) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))!
    const bytes = gzipSync(chunk.code).length
    console.log(`${module}: ${bytes} B gzip in its chunk`)
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1024)
    expect(first).not.toContain(chunk)
  }
}, 60_000)

test('each widget is a chunk of at most 4 KB, and the widget page loads none at first', async () => {
  const chunks = await buildPages('overlay')

  const first = listFirstLoad(chunks, ['overlay/src/overlay.ts'])
  for (const widget of ['goal', 'timer', 'top', 'total']) {
    const chunk = chunks.find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`overlay/src/widgets/${widget}.ts`),
    )!
    expect(chunk.code.length).toBeLessThanOrEqual(4 * 1024)
    expect(first).not.toContain(chunk)
  }
}, 60_000)

/** The documents of the site with the modules that each loads first, and how much more that may be than React and its router. */
const documents = [
  { name: 'landing page', modules: ['web/src/screens/landing/landing-screen.tsx'], limit: 1.4 },
  {
    name: 'creator’s page',
    modules: ['web/src/app.tsx', 'web/src/screens/pages/current-goals-screen.tsx'],
    limit: 2.15,
  },
]

test('the landing page and a creator’s page load little more JavaScript than React and its router', async () => {
  const libraries = await sizeOfLibraries('site')
  const chunks = await buildPages('site')

  for (const { name, modules, limit } of documents) {
    const bytes = sizeOfFirstLoad(chunks, ['web/src/main.tsx', ...modules])
    print(name, bytes, 'react, react-dom and react-router-dom', libraries)
    expect(bytes / libraries).toBeLessThanOrEqual(limit)
  }
}, 180_000)

test('the stylesheet that every page waits for has at most 18 KB', async () => {
  expect(await sizeOfSiteStyles()).toBeLessThanOrEqual(18 * 1024)
}, 180_000)

function print(page: string, bytes: number, against: string, libraries: number): void {
  console.log(`${page}: ${bytes} B gzip, ${(bytes / libraries).toFixed(3)} × ${against} (${libraries} B)`)
}
