// @ts-check
/** Installs the packages of package-lock.json when they are not there yet. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { runNode } from './run-node.mjs'
import { SetupError, explainSystem, say, sayWhile } from './console.mjs'
import { inTurn } from './lock.mjs'

const stamp = 'node_modules/.installed-from'
const machine = `abi-${process.versions.modules} ${process.platform}-${process.arch}`
const neededBytes = 1_100_000_000
/** Where packages come from is the person's choice; the rest of what `npm run` sets would change what is installed. */
const kept = /^npm_config_(registry|cache|userconfig|globalconfig)$/i

/** Makes sure that node_modules holds what the lock says, for this Node on this machine. */
export async function ensureDeps() {
  if (isInstalled()) return
  await inTurn(async () => {
    if (isInstalled()) return
    if (!isInstalledByHand()) await install()
    writeFileSync(stamp, fingerprint())
  })
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

function fingerprint() {
  return `${createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')} ${machine}\n`
}

/** Somebody ran npm without us, on this machine: npm's own record then names every package of the lock. */
function isInstalledByHand() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  if (existsSync(stamp) && !readFileSync(stamp, 'utf8').endsWith(` ${machine}\n`)) return false
  const wanted = readPackages('package-lock.json')
  const found = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version,
  )
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

async function install() {
  const { bavail, bsize } = statfsSync('.')
  if (bavail * bsize < neededBytes) {
    throw new SetupError(
      `The packages need about 1 GB and this disk has ${Math.round((bavail * bsize) / 1e6)} MB left: free some space and start again.`,
    )
  }
  const ticking = setInterval(() => say('still installing…'), 10_000)
  try {
    await sayWhile('Installing packages (once, about half a minute)', runNpm)
  } finally {
    clearInterval(ticking)
  }
}

async function runNpm() {
  const { code, output } = await runNode([findNpm(), 'ci', '--no-fund', '--no-audit'], {
    env: cleanEnvironment(),
    quiet: true,
  })
  if (code !== 0) throw new SetupError(explainNpm(output))
}

/** The npm that started us, else the one beside this Node, else the one on the PATH. */
function findNpm() {
  const started = process.env.npm_execpath
  if (started && basename(started) === 'npm-cli.js') return started
  const bin = dirname(process.execPath)
  const beside = ['../lib/node_modules', 'node_modules'].map((place) =>
    join(bin, place, 'npm/bin/npm-cli.js'),
  )
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const found = [...beside, ...onPath]
    .map(followLinks)
    .find((file) => file && basename(file) === 'npm-cli.js')
  if (found) return found
  throw new SetupError('npm is not beside this Node: run "npm ci" here, then start again.')
}

/** @param {string} file */
function followLinks(file) {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}

function cleanEnvironment() {
  const entries = Object.entries(process.env)
  return Object.fromEntries(
    entries.filter(([name]) => kept.test(name) || !/^(npm_.*|NODE_ENV|INIT_CWD)$/i.test(name)),
  )
}

/** @param {string} output */
function explainNpm(output) {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1]
  const path = /npm (?:error|ERR!) path (.+)/.exec(output)?.[1]
  const network = /^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT)$/
  if (code && network.test(code))
    return `The packages could not be fetched (${code}): look at the network, then start again.`
  return explainSystem(code, path) ?? `The packages could not be installed; npm said:\n${output.trim()}`
}
