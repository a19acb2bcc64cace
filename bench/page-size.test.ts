/** Checks the sizes of pages. This is a test and not a benchmark, because a size is the same on every machine. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildPages, sizeOfFirstLoad, sizeOfLibraries } from './page-size.ts'

beforeAll(() => void vi.stubEnv('NODE_ENV', 'production')) // otherwise the development build of React would be measured
afterAll(() => void vi.unstubAllEnvs())

test('an overlay page loads at most a quarter more JavaScript than socket.io-client alone', async () => {
  const libraries = await sizeOfLibraries('overlay')
  const chunks = await buildPages('overlay')

  for (const page of ['streamalerts', 'overlay']) {
    const bytes = sizeOfFirstLoad(chunks, [`overlay/src/${page}.ts`])
    print(`${page} page`, bytes, 'socket.io-client', libraries)
    expect(bytes / libraries).toBeLessThanOrEqual(1.25)
  }
}, 60_000)

/** The documents of the site with the modules that each loads first, and how much more that may be than React and its router. */
const documents = [
  { name: 'landing page', modules: ['web/src/screens/landing-screen.tsx'], limit: 1.5 },
  {
    name: 'creator’s page',
    modules: ['web/src/app.tsx', 'web/src/screens/current-goals-screen.tsx'],
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
}, 60_000)

function print(page: string, bytes: number, against: string, libraries: number): void {
  console.log(`${page}: ${bytes} B gzip, ${(bytes / libraries).toFixed(3)} × ${against} (${libraries} B)`)
}
