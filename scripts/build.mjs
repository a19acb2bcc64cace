// @ts-check
/** Builds the compiled messages, the pages and the Node programs, each only if its sources have changed. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError, printProgress } from './console.mjs'
import { withLock } from './lock.mjs'
import { runNode } from './run-node.mjs'

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} output Exists once the target has been built.
 * @property {string[]} sources
 * @property {string[][][]} stages Commands by stage. Those of a stage run in parallel, after the stage before.
 * @property {string[]} [local] More arguments of its commands, for a build that only has to serve this machine.
 */

/** Node's arguments for a build by Vite. */
export const viteBuild = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
/** Node's arguments for compiling the message catalogue. */
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
const catalogue = ['i18n', 'i18n/project.inlang/settings.json', 'package-lock.json']
const common = ['contract', ...catalogue]
const viteFiles = [
  'build/vite.config.ts',
  'build/vite.overlay.config.ts',
  'scripts/app-icons.ts',
  'scripts/build-name.ts',
  'scripts/first-load.ts',
  'scripts/needed-modules.ts',
  'scripts/font-preloads.ts',
  'scripts/precompress.ts',
  'scripts/when-written.ts',
  'scripts/without-descriptions.ts',
  'build/vite.render.config.ts',
]

/** @type {Target} */
const messages = {
  name: 'messages',
  output: 'i18n/compiled/messages/_index.js',
  sources: catalogue,
  stages: [[compileMessages]],
}
/** @type {Target} */
const pages = {
  name: 'pages',
  output: 'dist/public',
  sources: [...common, 'web', 'overlay', ...viteFiles],
  stages: [
    [
      [...viteBuild, '--config', 'build/vite.render.config.ts'],
      [...viteBuild, '--config', 'build/vite.overlay.config.ts'],
    ],
    [[...viteBuild, '--config', 'build/vite.config.ts']], // writes documents with what the first stage has built
  ],
  local: ['--mode', 'development'], // without compressed files
}
const programFolders = ['db', 'demo', 'domain', 'server', 'workers', 'sandbox', 'scripts']
/** @type {Target} */
const programs = {
  name: 'programs',
  output: 'dist/node',
  sources: [...common, ...programFolders, 'build/vite.server.config.ts'],
  stages: [[[...viteBuild, '--config', 'build/vite.server.config.ts']]],
}

/**
 * Files and folders that do not affect a build: tests, and `compiled` and `project.inlang`, which the message compiler writes.
 */
const notSources = /^(compiled|project\.inlang|.*\.(test|e2e|full|fixture)\.tsx?)$/
/** Ends the stamp of a build for this machine. */
const localMark = ' local'
const keepOldFilesMs = 24 * 60 * 60_000

/**
 * @typedef {object} Purpose
 * @property {boolean} [isLocal] Whether the files only have to serve this machine: then a build does without what makes them smaller.
 */

/** Compiles the messages if they are outdated. */
export function ensureMessages() {
  return ensureFresh([messages])
}

/** Builds everything that is outdated. @param {Purpose} [purpose] */
export async function ensureBuilt(purpose) {
  await ensureFresh([messages])
  await ensureFresh([pages, programs], purpose)
}

/** @param {Target[]} targets @param {Purpose} [purpose] */
async function ensureFresh(targets, { isLocal = false } = {}) {
  const needsBuild = (/** @type {Target} */ target) => !isFresh(target, isLocal)
  if (!targets.some(needsBuild)) return
  await withLock(async () => {
    const builds = targets
      .filter(needsBuild)
      .map(({ local, ...target }) => build(target, isLocal ? local : undefined))
    await Promise.allSettled(builds) // waits for all builds, so that none is still running after another has failed
    await Promise.all(builds)
  })
}

/**
 * Returns whether a target is built from its sources. A complete build also serves this machine.
 * @param {Target} target
 * @param {boolean} isLocal
 */
function isFresh({ name, output, sources }, isLocal) {
  const stamp = stampOf(name)
  if (!existsSync(output) || !existsSync(stamp)) return false
  const builtFrom = readFileSync(stamp, 'utf8')
  const current = fingerprint(sources)
  return builtFrom === current || (isLocal && builtFrom === current + localMark)
}

/** @param {string} name */
function stampOf(name) {
  return `dist/.${name}-built-from`
}

/** @param {Target} target @param {string[]} [local] */
async function build({ name, output, sources, stages }, local) {
  const builtFrom = fingerprint(sources) // computed before the build, so that a change during the build triggers another one
  const startedAt = Date.now()
  await printProgress(`Building ${name}`, async () => {
    const env = { ...process.env, NODE_ENV: 'production' }
    for (const commands of stages) {
      const runs = commands.map((command) => runNode([...command, ...(local ?? [])], { env }))
      const results = await Promise.all(runs)
      if (results.some(({ code }) => code !== 0))
        throw new SetupError(`The ${name} could not be built: see above.`)
    }
  })
  // The compiler of messages opens thousands of files at once, and reports success where it may not.
  if (!existsSync(output))
    throw new SetupError(`The ${name} are not whole: allow 4096 open files (ulimit -n), and start again.`)
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampOf(name), local ? builtFrom + localMark : builtFrom)
  if (output.startsWith('dist/')) deleteOldFiles(output, startedAt - keepOldFilesMs)
}

/**
 * Hashes the names and contents of all sources. Modification times are not reliable: a checkout, a copy or a compiler that
 * rewrites its input changes them although the contents are the same.
 * @param {string[]} sources
 */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(path)
    .filter((name) => !notSources.test(name))
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

/**
 * Deletes the files of earlier builds that were last modified before `before`. Newer ones stay, because a server that was started
 * before this build still serves them.
 * @param {string} folder
 * @param {number} before
 */
function deleteOldFiles(folder, before) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && statSync(path).mtimeMs < before) rmSync(path)
  }
}
