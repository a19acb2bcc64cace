// @ts-check
/** Installs the packages of package-lock.json if they are missing or outdated. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { SetupError, explainSystem, print, printProgress } from './console.mjs'
import { listNeededBy } from './locked-packages.mjs'
import { withLock } from './lock.mjs'
import { runNode } from './run-node.mjs'

const stamp = 'node_modules/.installed-from'
const machine = `abi-${process.versions.modules} ${process.platform}-${process.arch}`
const requiredBytes = 1_100_000_000
/**
 * The npm settings that are passed on, because the user decides where packages come from. `npm run` also sets other `npm_config_`
 * variables, which would change what is installed.
 */
const inherited = /^npm_config_(registry|cache|userconfig|globalconfig)$/i

/** The workspaces of the product: the root, and the stand-ins that `npm start` runs. */
const ofProduct = ['', 'sandbox']
/** npm's arguments for them. */
const onlyProduct = ['--include-workspace-root', '--workspace=sandbox']
/** Ends the stamp of an installation without what only tests and development need. */
const productMark = 'product\n'

/**
 * Makes sure that node_modules matches the lock file, for this version of Node on this machine. `forTests` also installs the packages of
 * `e2e/package.json`, a workspace of its own, which tests and development need and the product does not.
 * @param {{ forTests?: boolean }} [purpose]
 */
export async function ensureInstalled({ forTests = false } = {}) {
  if (isInstalled(forTests)) return
  await withLock(async () => {
    if (isInstalled(forTests)) return
    const isComplete = forTests || isInstalledByHand([...ofProduct, 'e2e'])
    if (!isInstalledByHand(isComplete ? [...ofProduct, 'e2e'] : ofProduct)) await install(forTests)
    writeFileSync(stamp, isComplete ? fingerprint() : fingerprint() + productMark)
  })
}

/** @param {boolean} forTests */
function isInstalled(forTests) {
  if (!existsSync(stamp)) return false
  const installed = readFileSync(stamp, 'utf8')
  return installed === fingerprint() || (!forTests && installed === fingerprint() + productMark)
}

function fingerprint() {
  return `${createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')} ${machine}\n`
}

/**
 * Returns whether the user has installed the packages with npm on this machine: if so, npm's own record lists every package that these
 * workspaces need.
 * @param {readonly string[]} workspaces
 */
function isInstalledByHand(workspaces) {
  if (!existsSync('node_modules/.package-lock.json')) return false
  if (existsSync(stamp) && !readFileSync(stamp, 'utf8').includes(` ${machine}\n`)) return false
  const locked = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return listNeededBy(locked, workspaces).every((path) => installed[path]?.version === locked[path]?.version)
}

/**
 * @param {string} file
 * @returns {Record<string, import('./locked-packages.mjs').Locked>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** @param {boolean} forTests */
async function install(forTests) {
  const { bavail, bsize } = statfsSync('.')
  if (bavail * bsize < requiredBytes) {
    throw new SetupError(
      `The packages need about 1 GB and this disk has ${Math.round((bavail * bsize) / 1e6)} MB left: free some space and start again.`,
    )
  }
  const reminder = setInterval(() => print('still installing…'), 10_000)
  try {
    await printProgress('Installing packages (once, about half a minute)', () => runNpm(forTests))
  } finally {
    clearInterval(reminder)
  }
}

/** @param {boolean} forTests */
async function runNpm(forTests) {
  const command = [findNpm(), 'ci', '--no-fund', '--no-audit', ...(forTests ? [] : onlyProduct)]
  const { code, output } = await runNode(command, {
    env: npmEnvironment(),
    quiet: true,
  })
  if (code !== 0) throw new SetupError(explainNpm(output))
}

/** Returns the npm that started this process, or else the one beside this Node, or else the one on the PATH. */
export function findNpm() {
  const started = process.env.npm_execpath
  if (started && basename(started) === 'npm-cli.js') return started
  const bin = dirname(process.execPath)
  const besideNode = ['../lib/node_modules', 'node_modules'].map((folder) =>
    join(bin, folder, 'npm/bin/npm-cli.js'),
  )
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const found = [...besideNode, ...onPath]
    .map(resolveLinks)
    .find((file) => file && basename(file) === 'npm-cli.js')
  if (found) return found
  throw new SetupError('npm is not beside this Node: run "npm ci" here, then start again.')
}

/** @param {string} file */
function resolveLinks(file) {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}

/** Returns the environment for an npm that only the user's own settings of packages' places influence. */
export function npmEnvironment() {
  const entries = Object.entries(process.env)
  return Object.fromEntries(
    entries.filter(([name]) => inherited.test(name) || !/^(npm_.*|NODE_ENV|INIT_CWD)$/i.test(name)),
  )
}

/** @param {string} output */
function explainNpm(output) {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1]
  const path = /npm (?:error|ERR!) path (.+)/.exec(output)?.[1]
  const network = /^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT)$/
  if (code && network.test(code))
    return `The packages could not be downloaded (${code}): check the network, then start again.`
  return explainSystem(code, path) ?? `The packages could not be installed; npm said:\n${output.trim()}`
}
