// @ts-check
/** Runs other Node programs. */
import { spawn } from 'node:child_process'
import { StoppedError } from './console.mjs'

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] Captures the output instead of printing it.
 *
 * @typedef {object} RunResult
 * @property {number} code
 * @property {string} output The last 20,000 characters of the output; empty unless `quiet`.
 */

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs Node with `args` until it ends. Stop signals are forwarded to it; the promise then rejects with a `StoppedError`.
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export async function runNode(args, { env = process.env, quiet = false } = {}) {
  const child = spawn(process.execPath, args, {
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (output = (output + text).slice(-20_000)))
  let isStopped = false
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    isStopped = true
    child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, forward)
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exitCode) => resolve(exitCode ?? 1))
    })
    if (isStopped) throw new StoppedError('stopped')
    return { code, output }
  } finally {
    for (const signal of stopSignals) process.off(signal, forward)
  }
}
