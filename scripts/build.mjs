// @ts-check
/** Builds what its sources have outgrown: the messages, what browsers get, the Node side. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './run-node.mjs'
import { SetupError, sayWhile } from './console.mjs'
import { inTurn } from './lock.mjs'

/**
 * @typedef {object} Product
 * @property {string} name
 * @property {string} made Is there when it was built once.
 * @property {string[]} sources
 * @property {string[][]} commands Run beside each other.
 */

const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
const catalogue = ['i18n', 'i18n/project.inlang/settings.json', 'package-lock.json']
const common = ['contract', ...catalogue]
/** Compiles the message catalogue. `--watch` behind it keeps on doing so. */
export const compileMessages = [
  'node_modules/@inlang/paraglide-js/bin/run.js',
  'compile',
  '--project=i18n/project.inlang',
  '--outdir=i18n/compiled',
  '--strategy=baseLocale',
  '--silent',
  '--no-emit-git-ignore',
  '--no-emit-prettier-ignore',
  '--no-emit-readme',
  '--no-emit-ts-declarations',
]

/** @type {Product} */
const messages = {
  name: 'messages',
  made: 'i18n/compiled/messages.js',
  sources: catalogue,
  commands: [compileMessages],
}
/** @type {Product} */
const pages = {
  name: 'pages',
  made: 'dist/public',
  sources: [...common, 'web', 'overlay', 'vite.config.ts', 'vite.overlay.config.ts'],
  commands: [vite, [...vite, '--config', 'vite.overlay.config.ts']],
}
/** @type {Product} */
const programs = {
  name: 'programs',
  made: 'dist/node',
  sources: [
    ...common,
    'db',
    'domain',
    'demo',
    'server',
    'workers',
    'sandbox',
    'scripts',
    'vite.server.config.ts',
  ],
  commands: [[...vite, '--config', 'vite.server.config.ts']],
}

/** The compiler writes into `project.inlang` as well. */
const notSources = /^(compiled|project\.inlang|.*\.(test|e2e|full)\.tsx?)$/
const keepOldFor = 24 * 60 * 60_000

/** Makes sure that the compiled messages are those of the catalogue. */
export function ensureMessages() {
  return ensure([messages])
}

/** Makes sure that everything built is of today's sources. */
export async function ensureBuilt() {
  await ensure([messages])
  await ensure([pages, programs])
}

/** @param {Product[]} products */
async function ensure(products) {
  if (products.every(isFresh)) return
  await inTurn(async () => {
    const builds = products.filter((product) => !isFresh(product)).map(build)
    await Promise.allSettled(builds) // one that fails does not leave the other behind at work
    await Promise.all(builds)
  })
}

/** @param {Product} product */
function isFresh({ name, made, sources }) {
  const stamp = stampOf(name)
  return existsSync(made) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(sources)
}

/** @param {string} name */
function stampOf(name) {
  return `dist/.${name}-built-from`
}

/** @param {Product} product */
async function build({ name, made, sources, commands }) {
  const builtFrom = fingerprint(sources) // before the work: what changes meanwhile is built next time
  const began = Date.now()
  await sayWhile(`Building ${name}`, async () => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const ends = await Promise.all(commands.map((command) => runNode(command, { env })))
    if (ends.some(({ code }) => code !== 0))
      throw new SetupError(`The ${name} could not be built: see above.`)
  })
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampOf(name), builtFrom)
  if (made.startsWith('dist/')) sweep(made, began - keepOldFor)
}

/**
 * Names and contents of all sources. Times would be quicker to read, but a compiler that writes back what it has read, a
 * checkout and a copy change them for nothing.
 * @param {string[]} sources
 */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(list)) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function list(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(path)
    .filter((name) => !notSources.test(name))
    .sort()
    .flatMap((name) => list(join(path, name)))
}

/** Old parts stay for a day, for a server that was started before this build. @param {string} folder @param {number} before */
function sweep(folder, before) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && statSync(path).mtimeMs < before) rmSync(path)
  }
}
